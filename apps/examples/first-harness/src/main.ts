import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { filesystem, HarnessModule, shell, type ApprovalAnswer, type ApprovalRequest, type HarnessEvent } from 'tackroom';
import { LanguageGuide, LanguageTable, ProjectTools } from './project-tools.js';
import { standInModel } from './stand-in-model.js';

const root = resolve(process.argv[2] ?? '.');

// #region harness
const harness = await HarnessModule.create({
  providers: [{ provide: LanguageGuide, useClass: LanguageTable }],
  tools: [ProjectTools],
  bundles: [filesystem({ root }), shell({ root })],
  approver: askPerson,
});
const agent = harness.createAgent({ name: 'guide', model: standInModel(), system: 'You show people round a directory.' });
// #endregion

console.log(`Working in ${root}\nNo model is configured: a script stands in for one. The tools and your files are real.\n`);
const stream = agent.stream('What is in this directory?');
for await (const event of stream) show(event);
const result = await stream.result;
await harness.close();
process.exitCode = result.ok ? 0 : 1;

function show(event: HarnessEvent): void {
  if (event.type === 'text-delta') process.stdout.write(event.text);
  if (event.type === 'tool-call') console.log(`  → ${event.toolName} ${JSON.stringify(event.args)}`);
  if (event.type === 'tool-result')
    console.log(`  ${event.success ? '✓' : '✗'} ${event.toolName}: ${String(event.content).split('\n')[0] ?? ''}`);
  if (event.type === 'run-finish' && event.error !== undefined) console.error(`failed: ${event.error.message} [${event.error.code}]`);
}

/** A command runs on this machine: a person says yes, or it does not run. */
async function askPerson(request: ApprovalRequest): Promise<ApprovalAnswer> {
  if (!process.stdin.isTTY) return { type: 'reject', message: 'Nobody is at the terminal to approve it.' };
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(`\n${request.text}\nRun it? [y/N] `);
  prompt.close();
  return answer.trim().toLowerCase().startsWith('y') ? { type: 'approve' } : { type: 'reject' };
}
