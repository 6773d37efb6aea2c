import assert from 'node:assert/strict';
// #region program
import { HarnessModule } from 'tackroom';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import { ShelfTools } from './shelf-tools.js';

const harness = await HarnessModule.create({ tools: [ShelfTools] });

// One call, without a model.
// #region call
const right = await harness.execute({ name: 'find_book', args: { title: 'm' } });
const wrong = await harness.execute({ name: 'find_book', args: { titel: 'm' } });
console.log(right.content); // Moby-Dick: shelf M1 …
console.log(wrong.content); // title: is required but missing; titel: is not a known field; did you mean "title"?
// #endregion

// One run of an agent. Put a model of the AI SDK in the place of the scripted one and nothing else changes.
const model = new ScriptedModel([calls(['find_book', { title: 'Emma' }]), text('Emma stands on shelf A3.')]);
const agent = harness.createAgent({ name: 'librarian', model, system: 'You help people find books.' });
const result = await agent.run('Where is Emma?');
console.log(result.throwIfFailed().text);

await harness.close();
// #endregion

assert.equal(right.content, 'Moby-Dick: shelf M1\nMiddlemarch: shelf M2');
assert.equal(wrong.content, 'title: is required but missing; titel: is not a known field; did you mean "title"?');
assert.deepEqual([wrong.success, wrong.error?.code], [false, 'ARGUMENTS_INVALID']);
assert.equal(result.text, 'Emma stands on shelf A3.');
assert.match(JSON.stringify(model.requests[1]?.messages), /Emma: shelf A3/, 'the model has read what the tool said');
model.assertConsumed();
