import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import { HarnessModule, RunState, type Agent, type ApprovalAnswer, type ApprovalRequest, type RunResult } from 'tackroom';
import { paid, PaymentTools } from './payment-tools.js';

const threeInvoices = calls(
  ['pay_invoice', { invoice: '11', euros: 40 }],
  ['pay_invoice', { invoice: '12', euros: 900 }],
  ['pay_invoice', { invoice: '13', euros: 7000 }],
);
const stateKey = 'a secret of the server';

/** What a program does when it starts: the same tools, the same agent. */
async function startProgram(...turns: ConstructorParameters<typeof ScriptedModel>): Promise<{ agent: Agent; stop(): Promise<void> }> {
  const harness = await HarnessModule.create({ tools: [PaymentTools] });
  const agent = harness.createAgent({ name: 'clerk', model: new ScriptedModel(...turns), stateKey });
  return { agent, stop: () => harness.close() };
}

console.log('Somebody is there and answers at once:');
{
  const { agent, stop } = await startProgram([threeInvoices, text('12 is paid, 13 is refused.')]);
  // #region at-once
  const approver = (request: ApprovalRequest): ApprovalAnswer => {
    console.log(`  asked: ${request.toolName} ${JSON.stringify(request.args)}, because ${request.reason}`);
    return Number(request.args['euros']) < 1000 ? { type: 'approve' } : { type: 'reject', message: 'Too much for one person to allow.' };
  };
  const result = await agent.run('Pay what is due.', { approver });
  // #endregion
  await stop();
  assert.equal(result.throwIfFailed().status, 'completed');
  assert.deepEqual(takePaid(), ['11: 40 euros', '12: 900 euros']);
}

console.log('Nobody is there, so the run is kept and the program ends:');
const folder = await mkdtemp(join(tmpdir(), 'approvals-'));
const file = join(folder, 'run.json');
try {
  const before = await startProgram([threeInvoices]);
  await begin(before.agent, 'Pay what is due.', file);
  await before.stop();
  assert.deepEqual(takePaid(), ['11: 40 euros'], 'what needs no approval has run');

  console.log('Later, in a program that was started anew:');
  const after = await startProgram([text('12 is paid in part, 13 is refused.')]);
  const result = await goOn(after.agent, file);
  await after.stop();
  console.log(`  ${result.text}`);
  assert.deepEqual(takePaid(), ['12: 450 euros'], 'the edited call ran once, the rejected one never');
} finally {
  await rm(folder, { recursive: true });
}

// #region stored
/** Runs a task, and keeps the run in a file if a person must decide. */
async function begin(agent: Agent, task: string, file: string): Promise<void> {
  const result = (await agent.run(task)).throwIfFailed();
  if (result.status === 'paused') await writeFile(file, JSON.stringify(result.state));
}

/** Decides and goes on, perhaps a week later. Decisions are values: each gives a new state. */
async function goOn(agent: Agent, file: string): Promise<RunResult> {
  let state = RunState.parse(await readFile(file, 'utf8'), { stateKey });
  for (const request of state.pending) {
    if (request.kind !== 'approval') continue;
    console.log(`  ${request.text.replaceAll('\n', '\n  ')}`);
    if (Number(request.args['euros']) < 1000) state = state.edit(request.id, { ...request.args, euros: 450 });
    else state = state.reject(request.id, { message: 'Ask the board first.' });
  }
  return (await agent.resume(state)).throwIfFailed();
}
// #endregion

/** What was paid since the last look. */
function takePaid(): readonly string[] {
  return paid.splice(0);
}
