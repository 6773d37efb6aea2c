import { calls, ScriptedModel, text } from '@tackroom/testing';
import {
  Concurrency,
  Ctx,
  Dep,
  HarnessModule,
  Injectable,
  RequiresApproval,
  RunState,
  Tool,
  Toolkit,
  type ApprovalAnswer,
  type ApprovalRequest,
  type HarnessEvent,
  type Integer,
  type TodoStatus,
} from 'tackroom';

// #region shop
/** Who a run works for: its `deps`. */
interface Caller {
  readonly user: string;
}

/** Made anew for each run that brings a provider of it. */
@Injectable()
class ChangeList {
  readonly changes: string[] = [];
}

@Toolkit({ category: 'shop' })
class ShopTools {
  private readonly stock = new Map([['apple', 3]]);

  /**
   * Refund an order.
   * @param order Number of the order
   */
  @Tool()
  @RequiresApproval()
  refund(order: string, /** In euros @exclusiveMinimum 0 */ amount: number, @Ctx() ctx: Ctx<Caller>, reason?: 'damaged' | 'late'): string {
    const why = reason === undefined ? '' : `, which was ${reason}`;
    return `${ctx.deps.user} refunded ${amount} euros of order ${order}${why}`;
  }

  /**
   * Take pieces of an item from the stock.
   * @param item Name of the item
   * @param pieces How many
   */
  @Tool()
  @Concurrency({ key: (args) => ['stock', String(args['item'])], mode: 'write' })
  takeStock(item: string, @Dep(ChangeList) list: ChangeList, pieces: Integer = 1): string {
    const left = (this.stock.get(item) ?? 0) - pieces;
    this.stock.set(item, left);
    list.changes.push(item);
    return `${left} left`;
  }
}
// #endregion

const shop = () => HarnessModule.create({ tools: [ShopTools] });
// #region per-run
const perRun = () => ({ deps: { user: 'kim' } satisfies Caller, providers: [{ provide: ChangeList, useClass: ChangeList }] });
// #endregion
const refundApple = calls({ name: 'refund', args: { order: '12', amount: 3 } });

test('stock is taken piece by piece', async () => {
  const harness = await HarnessModule.create({ tools: [ShopTools] });
  const model = new ScriptedModel([
    calls({ name: 'take_stock', args: { item: 'apple' } }, { name: 'take_stock', args: { item: 'apple', pieces: 2 } }),
    text('None are left.'),
  ]);
  const agent = harness.createAgent({ name: 'clerk', model });
  const list = new ChangeList();

  const results: unknown[] = [];
  const result = await agent.run('Take all apples.', {
    providers: [{ provide: ChangeList, useValue: list }],
    onEvent: (event) => event.type === 'tool-result' && results.push(event.content),
  });

  expect(result.throwIfFailed().text).toBe('None are left.');
  expect(results).toEqual(['2 left', '0 left']);
  expect(list.changes).toEqual(['apple', 'apple']);
  model.assertConsumed();
  await harness.close();
});

test('a single call needs no model', async () => {
  const harness = await HarnessModule.create({ tools: [ShopTools] });
  const providers = [{ provide: ChangeList, useClass: ChangeList }];
  const wrong = await harness.execute({ name: 'take_stock', args: { thing: 'apple' } }, { providers });
  expect(wrong.error?.code).toBe('ARGUMENTS_INVALID');
  await harness.close();
});

test('events of a run, and an approver that answers while it waits', async () => {
  const harness = await shop();
  const agent = harness.createAgent({ name: 'clerk', model: new ScriptedModel([refundApple, text('Refunded.')]) });
  const lines: string[] = [];
  const show = (line: string): unknown => lines.push(line);
  // #region stream
  const approver = (request: ApprovalRequest): ApprovalAnswer =>
    request.toolName === 'refund' ? { type: 'approve' } : { type: 'reject', message: 'Only refunds today.' };

  const stream = agent.stream('Refund order 12.', { ...perRun(), approver });
  for await (const event of stream) {
    if (event.type === 'text-delta') show(event.text);
    if (event.type === 'approval-request') show(`asked: ${event.toolName}`);
    if (event.type === 'tool-result') show(`${event.success ? 'done' : 'failed'}: ${JSON.stringify(event.content)}`);
  }
  const result = await stream.result;
  // #endregion
  expect([...lines, result.status]).toEqual(['asked: refund', 'done: "kim refunded 3 euros of order 12"', 'Refunded.', 'completed']);
  await harness.close();
});

test('a stored run goes on with its values given again', async () => {
  const before = await shop();
  const first = before.createAgent({ name: 'clerk', model: new ScriptedModel([refundApple]), stateKey: 'secret' });
  // #region pause
  const paused = await first.run('Refund order 12.', perRun());
  const stored = JSON.stringify(paused.state); // into a file, a row, a queue
  // #endregion
  await before.close();

  const after = await shop();
  const second = after.createAgent({ name: 'clerk', model: new ScriptedModel([text('Refunded.')]), stateKey: 'secret' });
  // #region resume
  const state = await second.review(RunState.parse(stored, { stateKey: 'secret' }));
  const [request] = state.pending; // what to show to the person
  const decided = request?.toolName === 'refund' ? state.approve(request.id) : state.reject(); // a new state: use what is returned
  const result = await second.resume(decided, perRun());
  // #endregion
  expect(result.text).toBe('Refunded.');
  await after.close();
});

test('rules of a harness, and of one of its agents', async () => {
  // #region rules
  const harness = await HarnessModule.create({
    tools: [ShopTools],
    permissions: { deny: ['refund{"order":"test-*"}'], ask: ['take_stock'], profile: 'guarded' },
  });
  const model = new ScriptedModel([refundApple, text('I may not.')]);
  const reader = harness.createAgent({ name: 'reader', model, permissions: { deny: ['refund'] } });
  // #endregion
  const result = await reader.run('Refund order 12.', perRun());
  expect([result.status, result.text]).toEqual(['completed', 'I may not.']);
  await harness.close();
});

test('a plan is shown while it is worked on', async () => {
  const harness = await HarnessModule.create({ tools: [ShopTools] });
  const plan = (first: TodoStatus, then: TodoStatus) =>
    calls({
      name: 'write_todos',
      args: {
        todos: [
          { content: 'Count the apples', status: first },
          { content: 'Order more', status: then },
        ],
      },
    });
  const model = new ScriptedModel([plan('in_progress', 'pending'), plan('completed', 'completed'), text('Ordered.')]);
  const agent = harness.createAgent({ name: 'clerk', model });
  const lines: string[] = [];
  const show = (line: string): unknown => lines.push(line);
  // #region planning
  const result = await agent.run('See to the apples.', {
    ...perRun(),
    sessionId: 'shop-7', // the next run of this session goes on with the list
    onEvent: (event) => {
      if (event.type === 'todos-update') show(event.todos.map(({ content, status }) => `${status}: ${content}`).join('\n'));
    },
  });
  const left = result.todos.filter(({ status }) => status !== 'completed');
  // #endregion
  expect(lines).toEqual(['in_progress: Count the apples\npending: Order more', 'completed: Count the apples\ncompleted: Order more']);
  expect([result.text, left]).toEqual(['Ordered.', []]);
  await harness.close();
});

test('rules of a harness may be about the tools that its agents plan with', async () => {
  const harness = await HarnessModule.create({ tools: [ShopTools], permissions: { profile: 'locked', deny: ['read_todos'] } });
  const model = new ScriptedModel([calls({ name: 'read_todos', args: {} }, { name: 'write_todos', args: { todos: [] } }), text('Well.')]);
  const results: unknown[] = [];
  const onEvent = (event: HarnessEvent): unknown => event.type === 'tool-result' && results.push([event.toolName, event.success]);
  await harness.createAgent({ name: 'clerk', model }).run('Go.', { ...perRun(), onEvent });
  expect(results).toEqual([
    ['read_todos', false],
    ['write_todos', true],
  ]);
  expect(harness.tools.has('write_todos')).toBe(false);
  await harness.close();
});
