import { calls, ScriptedModel, text } from '@tackroom/testing';
import { filesystem, HarnessModule, type JsonObject } from 'tackroom';
import { jsonOf, runMain, scratchFolder } from './run-main.js';

const cwd = scratchFolder({ 'a.txt': 'hello\n' });

// One text for a person at a shell, for a program and for a model.
test.each<[string, JsonObject, string]>([
  ['read_file', {}, 'path: is required but missing'],
  ['read_file', { path: 5 }, 'path: must be a string, got the number 5'],
  ['read_file', { path: 'a.txt', pth: 'b' }, 'pth: is not a known field; did you mean "path"?'],
  ['read_file', { path: ['a\u202e.txt'] }, 'path: must be a string, got an array'],
  ['grep', { pattern: 'a', ['\u202e']: 1 }, '["\\u202e"]: is not a known field'],
])('%s %j', async (name, args, line) => {
  const { error: printed } = jsonOf(await runMain(['call', name, JSON.stringify(args), '--json', '--approve'], { cwd })) as {
    readonly error: { readonly code: string; readonly message: string };
  };
  expect(printed).toEqual({ code: 'ARGUMENTS_INVALID', message: expect.stringContaining(line) });

  const harness = await HarnessModule.create({ bundles: [filesystem({ root: cwd })] });
  const model = new ScriptedModel([calls({ name, args }), text('done')]);
  await harness.createAgent({ name: 'reader', model }).run('Read.');
  const { error } = await harness.execute({ name, args });
  await harness.close();
  expect(error).toMatchObject(printed);
  expect(JSON.stringify(model.requests[1]?.messages)).toContain(JSON.stringify(printed.message).slice(1, -1));
});
