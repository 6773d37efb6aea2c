import assert from 'node:assert/strict';
import test from 'node:test';
import { calls, FakeClock, RecordingApprover, ScriptedModel, text, type ScriptedTurn } from '@tackroom/testing';
import { Clock, TransientToolError, type Harness } from 'tackroom';
import { createReturnsDesk, OrderBook } from './returns-desk.js';

// #region fixture
/** An order book of one order, bought at the moment at which a `FakeClock` starts. */
class SmallOrderBook implements OrderBook {
  readonly paidBack: string[] = [];
  private isDown = false;

  boughtAt(order: string): Promise<Date | undefined> {
    if (this.isDown) {
      this.isDown = false;
      return Promise.reject(new TransientToolError('The order book does not answer.'));
    }
    return Promise.resolve(order === '12' ? new Date('2026-01-01T00:00:00Z') : undefined);
  }

  payBack(order: string, euros: number): Promise<void> {
    this.paidBack.push(`${order}: ${euros}`);
    return Promise.resolve();
  }

  /** The next question fails, as if the service were restarted. */
  failOnce(): void {
    this.isDown = true;
  }
}

/** The harness as the program makes it; only what is outside of it is a fake. */
async function open(...turns: ScriptedTurn[]) {
  const [orders, clock, model] = [new SmallOrderBook(), new FakeClock(), new ScriptedModel(turns)];
  const harness: Harness = await createReturnsDesk([
    { provide: OrderBook, useValue: orders },
    { provide: Clock, useValue: clock },
  ]);
  return { orders, clock, model, harness, agent: harness.createAgent({ name: 'desk', model }) };
}

const refund = calls(['refund', { order: '12', euros: 30 }]);
// #endregion

// #region answer
test('the answer of a tool reaches the model', async () => {
  const { agent, model, harness } = await open(calls(['order_age', { order: '12' }]), text('It is new.'));
  const result = await agent.run('How old is order 12?');
  assert.equal(result.throwIfFailed().text, 'It is new.');
  assert.match(JSON.stringify(model.requests[1]?.messages.at(-1)), /0 days/);
  model.assertConsumed(); // no turn was left: the run was as long as the script
  await harness.close();
});
// #endregion

// #region approval
test('a refund asks first, and runs with what was approved', async () => {
  const { agent, orders, harness } = await open(refund, text('Done.'));
  const approver = new RecordingApprover(() => ({ type: 'approve' }));
  await agent.run('Refund order 12.', { approver });
  assert.deepEqual(
    approver.requests.map(({ toolName, args, reason }) => ({ toolName, args, reason })),
    [{ toolName: 'refund', args: { order: '12', euros: 30 }, reason: 'money leaves the house' }],
  );
  assert.deepEqual(orders.paidBack, ['12: 30']);
  await harness.close();
});

test('without somebody to ask the run pauses, and a rejected refund pays nothing', async () => {
  const { agent, orders, harness } = await open(refund, text('It was refused.'));
  const paused = await agent.run('Refund order 12.');
  assert.equal(paused.status, 'paused');
  const result = await agent.resume(paused.state.reject(undefined, { message: 'The shirt was worn.' }));
  assert.equal(result.text, 'It was refused.');
  assert.deepEqual(orders.paidBack, []);
  await harness.close();
});
// #endregion

// #region clock
test('time is moved, not waited for: after 30 days nothing is paid back', async () => {
  const { clock, orders, harness } = await open();
  await clock.advance(31 * 86_400_000);
  const result = await harness.execute({ name: 'refund', args: { order: '12', euros: 30 } }, { approver: () => ({ type: 'approve' }) });
  assert.deepEqual(result.error, { code: 'ORDER_TOO_OLD', message: 'Order 12 is 31 days old; only 30 are allowed.' });
  assert.deepEqual(orders.paidBack, []);
  await harness.close();
});

test('an order book that is down is asked again after a second', async () => {
  const { clock, orders, harness } = await open();
  orders.failOnce();
  const answer = harness.execute({ name: 'order_age', args: { order: '12' } });
  await clock.advance(1_000);
  const { content, metadata } = await answer;
  assert.deepEqual([content, metadata.attempts], ['0 days', 2]);
  await harness.close();
});
// #endregion
