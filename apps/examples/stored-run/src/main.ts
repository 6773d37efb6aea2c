import assert from 'node:assert/strict';
import { HarnessModule, Param, RequiresApproval, RunState, Tool, type Agent } from 'tackroom';
import { calls, ScriptedModel, text } from '@tackroom/testing';

const paid: string[] = [];

class PaymentTools {
  @Tool({ description: 'Pay an invoice.' })
  @RequiresApproval()
  payInvoice(@Param('invoice', 'Number of the invoice', 'string') invoice: string): string {
    paid.push(invoice);
    return `paid ${invoice}`;
  }
}

const harness = await HarnessModule.create({ tools: [PaymentTools] });
const model = new ScriptedModel([calls({ name: 'pay_invoice', args: { invoice: '12' } }), text('Invoice 12 is paid.')]);
const agent = harness.createAgent({ name: 'clerk', model, stateKey: 'a secret of the server' });

// #region stored
/** Runs a task, and gives what to store while a person decides. */
async function begin(agent: Agent, task: string): Promise<string> {
  const result = (await agent.run(task)).throwIfFailed();
  return JSON.stringify(result.state);
}

/** Goes on, perhaps a week later and in another process, which made the same agent. */
async function decide(agent: Agent, stored: string, stateKey: string): Promise<string> {
  const state = RunState.parse(stored, { stateKey });
  console.log(state.pending.map((item) => item.toolName));
  const result = await agent.resume(state.approve());
  return result.throwIfFailed().text;
}
// #endregion

const stored = await begin(agent, 'Pay invoice 12.');
assert.deepEqual(paid, []);
assert.equal(await decide(agent, stored, 'a secret of the server'), 'Invoice 12 is paid.');
assert.deepEqual(paid, ['12']);
await harness.close();
