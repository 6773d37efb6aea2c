import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import { HarnessModule } from 'tackroom';
import { InMemoryOrderBook, OrderBook } from './order-book.js';
import { OrderTools } from './order-tools.js';

test('a refund waits for a person, and happens once it is approved', async () => {
  const orders = new InMemoryOrderBook();
  const harness = await HarnessModule.create({ tools: [OrderTools], providers: [{ provide: OrderBook, useValue: orders }] });
  const model = new ScriptedModel([
    calls({ name: 'look_up_order', args: { order: '1042' } }),
    calls({ name: 'refund_order', args: { order: '1042', reason: 'the buckle was broken' } }),
    text('Order 1042 is refunded.'),
  ]);
  const agent = harness.createAgent({ name: 'shop', model });

  const paused = await agent.run('Order 1042 arrived with a broken buckle. Refund it.');
  assert.equal(paused.status, 'paused');
  assert.deepEqual(
    paused.pending.map((item) => item.toolName),
    ['refund_order'],
  );
  assert.equal((await orders.find('1042'))?.refunded, false);

  const result = await agent.resume(paused.state.approve());
  assert.equal(result.throwIfFailed().text, 'Order 1042 is refunded.');
  assert.equal((await orders.find('1042'))?.refunded, true);
  model.assertConsumed();
  await harness.close();
});

test('the model is told what to do about an order that there is not', async () => {
  const harness = await HarnessModule.create({ tools: [OrderTools], providers: [{ provide: OrderBook, useClass: InMemoryOrderBook }] });
  const { error } = await harness.execute({ name: 'look_up_order', args: { order: '7' } });
  assert.deepEqual(error, { code: 'ORDER_UNKNOWN', message: 'There is no order 7. Ask the customer for the number on the receipt.' });
  await harness.close();
});
