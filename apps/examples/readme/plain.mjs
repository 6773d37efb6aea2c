import assert from 'node:assert/strict';
import { defineTool, HarnessModule } from 'tackroom';
import { calls, ScriptedModel, text } from '@tackroom/testing';

const plans = new Map([['Acme', 'enterprise']]);

const customer = {
  type: 'object',
  properties: { customer: { type: 'string', description: 'Name of the customer' } },
  required: ['customer'],
  additionalProperties: false,
};

const lookupPlan = defineTool({
  name: 'lookup_plan',
  description: "Look up a customer's plan.",
  inputSchema: customer,
  replayPolicy: 'safe',
  handler: ({ customer }) => plans.get(customer) ?? 'none',
});

const deleteRecords = defineTool({
  name: 'delete_records',
  description: 'Delete every record of a customer.',
  inputSchema: customer,
  permission: 'ask',
  handler: ({ customer }) => `deleted ${customer}`,
});

const harness = await HarnessModule.create({ tools: [lookupPlan, deleteRecords] });
const model = new ScriptedModel([
  calls({ name: 'lookup_plan', args: { customer: 'Acme' } }, { name: 'delete_records', args: { customer: 'Acme' } }),
  text('Acme was on the enterprise plan; its records are deleted.'),
]);
const agent = harness.createAgent({ name: 'support', model, system: 'You help with customers.' });

const paused = await agent.run('Off-board Acme.');
assert.equal(paused.status, 'paused');
assert.deepEqual(
  paused.pending.map((item) => item.toolName),
  ['delete_records'],
);
const result = await agent.resume(paused.state.approve());
assert.equal(result.ok, true);
console.log(result.text);
await harness.close();
