import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RecordingApprover } from '@tackroom/testing';
import { filesystem, HarnessModule, shell, type HarnessEvent } from 'tackroom';
import { scriptedHelper } from './scripted-helper.js';

/** A copy of a small project with a bug. */
const root = await mkdtemp(join(tmpdir(), 'price-list-'));
await cp(fileURLToPath(new URL('../price-list/', import.meta.url)), root, { recursive: true });
const source = join(root, 'src/price.js');
const before = await readFile(source, 'utf8');

// #region approver
/** Stands in for the person at the keyboard, who wants a report today and no changes. */
const person = new RecordingApprover((request) =>
  String(request.args['command']).startsWith('node --test ')
    ? { type: 'approve' }
    : { type: 'reject', message: 'Only say what is wrong, I mend it myself.' },
);
// #endregion

// #region harness
const harness = await HarnessModule.create({
  bundles: [filesystem({ root }), shell({ root })],
  permissions: { deny: ['run_command{"command":"rm *"}'] }, // reading is allowed, commands are asked about, these are not even asked
  approver: person,
});
const agent = harness.createAgent({
  name: 'helper',
  model: scriptedHelper(), // a real one: anthropic('…') of @ai-sdk/anthropic, or any other AI SDK model
  system: 'You find bugs in the project you are in. Read before you run anything.',
});
// #endregion

// #region run
const stream = agent.stream('Ten pieces should be cheaper, and are not. Why?');
const denied: string[] = [];
for await (const event of stream) show(event);
const result = (await stream.result).throwIfFailed();
await harness.close();
// #endregion

assert.match(result.text, /src\/price\.js, line 4/);
assert.match(result.text, /1 of 2 tests/, 'the tests ran: the report says what they printed');
assert.deepEqual(
  person.requests.map((request) => request.args['command']),
  ['node --test --test-reporter=tap', "sed -i 's/> 10/>= 10/' src/price.js"],
  'a command that a rule denies is not even asked about',
);
assert.deepEqual(denied.sort(), ['APPROVAL_REJECTED', 'PERMISSION_DENIED']);
assert.equal(await readFile(source, 'utf8'), before, 'neither of the two commands ran');
assert.ok((await readFile(join(root, 'test/price.test.js'))).length > 0);
await rm(root, { recursive: true });

function show(event: HarnessEvent): void {
  if (event.type === 'text-end') console.log(event.text);
  if (event.type === 'tool-call') console.log(`→ ${event.toolName} ${JSON.stringify(event.args)}`);
  if (event.type !== 'tool-result') return;
  console.log(String(event.content).split('\n').slice(0, 5).join('\n').replace(/^/gm, '    '));
  if (event.error !== undefined) denied.push(event.error.code);
}
