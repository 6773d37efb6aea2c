import fc from 'fast-check';
import type { Lane, LaneTicket, RunTree } from '../contracts/scheduler.js';
import { LaneScheduler } from './lane-scheduler.js';

const SERIAL: Lane = { kind: 'serial' };
const PARALLEL: Lane = { kind: 'parallel' };
const write = (...key: string[]): Lane => ({ kind: 'key', key, mode: 'write' });
const read = (...key: string[]): Lane => ({ kind: 'key', key, mode: 'read' });

function enter(
  scheduler: LaneScheduler,
  lane: Lane,
  options: { tree?: RunTree; runId?: string; max?: number; parent?: LaneTicket } = {},
): LaneTicket {
  const runId = options.runId ?? 'run';
  return scheduler.enter({
    lane,
    runId,
    tree: options.tree ?? TREE,
    maxParallelCalls: options.max ?? Infinity,
    parent: options.parent,
  });
}

const TREE: RunTree = { rootRunId: 'run' };

test('parallel calls start together, serial ones in order alongside them', () => {
  const scheduler = new LaneScheduler();
  const first = enter(scheduler, SERIAL);
  const second = enter(scheduler, SERIAL);
  const beside = enter(scheduler, PARALLEL);
  expect([first.held, second.held, beside.held]).toEqual([true, false, true]);
  first.release();
  expect(second.held).toBe(true);
});

test('serial turns are taken within a run tree only', () => {
  const scheduler = new LaneScheduler();
  enter(scheduler, SERIAL);
  expect(enter(scheduler, SERIAL, { tree: { rootRunId: 'other' } }).held).toBe(true);
});

test.each([
  ['two writers of one key', write('a'), write('a'), false],
  ['two readers of one key', read('a'), read('a'), true],
  ['a reader after a writer', write('a'), read('a'), false],
  ['a writer after a reader', read('a'), write('a'), false],
  ['different keys', write('a'), write('b'), true],
  ['a key below a held one', write('a'), write('a', 'b'), false],
  ['a key above a held one', write('a', 'b'), write('a'), false],
  ['a neighbour with the same prefix text', write('a'), write('ab'), true],
  ['the root excludes everything', write(), write('a', 'b'), false],
])('%s', (_name, held, wanted, starts) => {
  const scheduler = new LaneScheduler();
  enter(scheduler, held, { runId: 'one', tree: { rootRunId: 'one' } });
  expect(enter(scheduler, wanted, { runId: 'two', tree: { rootRunId: 'two' } }).held).toBe(starts);
  expect(scheduler.conflicts(held, wanted)).toBe(!starts);
});

test('readers that come after a waiting writer wait for it', () => {
  const scheduler = new LaneScheduler();
  const reader = enter(scheduler, read('a'));
  const writer = enter(scheduler, write('a'));
  const late = enter(scheduler, read('a'));
  reader.release();
  expect([writer.held, late.held]).toEqual([true, false]);
});

test('a run that queued many calls on a key does not starve another run', () => {
  const scheduler = new LaneScheduler();
  const order: string[] = [];
  const greedy = Array.from({ length: 4 }, () => enter(scheduler, write('k'), { runId: 'greedy' }));
  const modest = enter(scheduler, write('k'), { runId: 'modest' });
  const all = [...greedy, modest];
  while (all.some((ticket) => ticket.held)) {
    const held = all.find((ticket) => ticket.held);
    order.push(held?.request.runId ?? '');
    held?.release();
    all.splice(all.indexOf(held as LaneTicket), 1);
  }
  expect(order).toEqual(['greedy', 'greedy', 'modest', 'greedy', 'greedy']);
});

test('a call made from inside a call enters what its caller holds, and its siblings still take turns', () => {
  const scheduler = new LaneScheduler();
  const parent = enter(scheduler, SERIAL);
  const waiting = enter(scheduler, SERIAL);
  const child = enter(scheduler, SERIAL, { runId: 'child', parent });
  const sibling = enter(scheduler, SERIAL, { runId: 'child', parent });
  expect([waiting.held, child.held, sibling.held]).toEqual([false, true, false]);
  child.release();
  expect(sibling.held).toBe(true);
  sibling.release();
  expect(waiting.held).toBe(false);
  parent.release();
  expect(waiting.held).toBe(true);
});

test('whoever a nested call passed does not run beside it once what it waited for has left', () => {
  const scheduler = new LaneScheduler();
  const outer = enter(scheduler, read('k', 'x'), { runId: 'outer' });
  const leaving = enter(scheduler, write('k', 'x'), { runId: 'leaving' });
  const passed = enter(scheduler, read('k'), { runId: 'passed' });
  const inner = enter(scheduler, write('k', 'y'), { runId: 'inner', parent: outer });
  leaving.release();
  expect([passed.held, inner.held]).toEqual([false, true]);
  inner.release();
  expect(passed.held).toBe(true);
});

test('a nested call of the same run needs no further start', () => {
  const scheduler = new LaneScheduler();
  const parent = enter(scheduler, PARALLEL, { max: 1 });
  expect(enter(scheduler, PARALLEL, { max: 1 }).held).toBe(false);
  expect(enter(scheduler, PARALLEL, { max: 1, parent }).held).toBe(true);
});

test('starts are bounded per run and handed on in order', () => {
  const scheduler = new LaneScheduler();
  const tickets = Array.from({ length: 4 }, () => enter(scheduler, PARALLEL, { max: 2 }));
  const other = enter(scheduler, PARALLEL, { max: 2, runId: 'other' });
  expect([...tickets, other].map((ticket) => ticket.held)).toEqual([true, true, false, false, true]);
  tickets[1]?.release();
  expect(tickets.map((ticket) => ticket.held)).toEqual([true, false, true, false]);
});

test('leaving the queue lets the next one through, and releasing twice does nothing', () => {
  const scheduler = new LaneScheduler();
  const first = enter(scheduler, write('a'));
  const second = enter(scheduler, write('a'));
  const third = enter(scheduler, write('a'));
  second.release();
  first.release();
  first.release();
  expect(third.held).toBe(true);
  third.release();
  expect(enter(scheduler, write('a')).held).toBe(true);
});

test('granted settles when the turn comes', async () => {
  const scheduler = new LaneScheduler();
  const first = enter(scheduler, SERIAL);
  const second = enter(scheduler, SERIAL);
  let granted = false;
  const wait = second.granted.then(() => (granted = true));
  await Promise.resolve();
  expect(granted).toBe(false);
  first.release();
  await wait;
  expect(second.held).toBe(true);
});

test('no conflicting calls are ever held together, and everything is served in the end', () => {
  const segment = fc.constantFrom('a', 'b', 'c');
  const lane = fc.oneof(
    fc.constant<Lane>(SERIAL),
    fc.constant<Lane>(PARALLEL),
    fc.record({
      kind: fc.constant('key' as const),
      key: fc.array(segment, { maxLength: 3 }),
      mode: fc.constantFrom('read' as const, 'write' as const),
    }),
  );
  const action = fc.oneof(
    fc.record({ type: fc.constant('enter' as const), lane, run: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ type: fc.constant('release' as const), at: fc.nat(20) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      const scheduler = new LaneScheduler();
      const trees = [0, 1, 2].map((run) => ({ rootRunId: String(run) }));
      const live: LaneTicket[] = [];
      const check = (): void => {
        const held = live.filter((ticket) => ticket.held);
        for (const [index, a] of held.entries()) {
          for (const b of held.slice(index + 1)) {
            const apart = a.request.lane.kind === 'serial' && a.request.tree !== b.request.tree;
            expect(!apart && scheduler.conflicts(a.request.lane, b.request.lane)).toBe(false);
          }
        }
      };
      for (const step of actions) {
        if (step.type === 'enter')
          live.push(enter(scheduler, step.lane, { runId: String(step.run), tree: trees[step.run] as RunTree, max: 3 }));
        else if (live.length > 0) live.splice(step.at % live.length, 1)[0]?.release();
        check();
      }
      while (live.length > 0) {
        const held = live.findIndex((ticket) => ticket.held);
        expect(held).toBeGreaterThanOrEqual(0);
        live.splice(held, 1)[0]?.release();
        check();
      }
    }),
    { numRuns: 500 },
  );
});

test('a call from inside a call passes whoever waits for the start that its caller has taken', () => {
  const scheduler = new LaneScheduler();
  const caller = enter(scheduler, PARALLEL, { max: 1 });
  const first = enter(scheduler, write('k'), { max: 1 });
  const behind = enter(scheduler, read('k'), { max: 1 });
  const inner = enter(scheduler, write('k'), { runId: 'child', max: 1, parent: caller });
  expect([caller, first, behind, inner].map(({ held }) => held)).toEqual([true, false, false, true]);
  caller.release();
  expect([first.held, behind.held]).toEqual([false, false]);
  const other = enter(scheduler, PARALLEL, { max: 1 });
  expect(other.held).toBe(true);
  inner.release();
  expect([first.held, behind.held]).toEqual([false, false]);
  other.release();
  expect([first.held, behind.held]).toEqual([true, false]);
  first.release();
  expect(behind.held).toBe(true);
});

test('a call that ends only after those it made never waits for ever', () => {
  const lanes = [PARALLEL, SERIAL, write('d'), read('d'), write('d', '1'), write('d', '2'), read('d', '2'), write('e')];
  const move = fc.record({
    lane: fc.constantFrom(...lanes),
    run: fc.constantFrom('p', 'q', 'r'),
    inner: fc.boolean(),
    depth: fc.nat(2),
    leave: fc.integer({ min: -2, max: 30 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.array(move, { maxLength: 30 }), (max, moves) => {
      const scheduler = new LaneScheduler();
      const open: LaneTicket[] = [];
      const hasInner = (ticket: LaneTicket): boolean => open.some(({ request }) => request.parent === ticket);
      const leave = (ticket: LaneTicket): void => {
        open.splice(open.indexOf(ticket), 1);
        ticket.release();
      };
      // Only one call makes others: two that want what the other holds could not both go on, whoever schedules them.
      let outer: LaneTicket | undefined;
      moves.forEach(({ lane, run, inner, depth, leave: leaving }, index) => {
        outer ??= open.find(({ held }) => held);
        let parent = inner ? outer : undefined;
        for (let hop = 0; hop < depth && parent !== undefined; hop++) {
          const deeper: LaneTicket | undefined = open.find(({ held, request }) => held && request.parent === parent);
          parent = deeper ?? parent;
        }
        const runId = parent === undefined ? run : ['child', `child${index}`, parent.request.runId][index % 3];
        open.push(enter(scheduler, lane, { max, runId: runId ?? run, ...(parent === undefined ? {} : { parent }) }));
        const done = open[leaving];
        if (done !== undefined && done !== outer && !hasInner(done)) leave(done);
      });
      while (open.length > 0) {
        const next = open.find((ticket) => ticket.held && !hasInner(ticket));
        expect(next).toBeDefined();
        if (next === undefined) return;
        leave(next);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('calls from inside a call are served however many wait for the same key, and whoever comes meanwhile', () => {
  const scheduler = new LaneScheduler();
  const caller = enter(scheduler, write('d', '1'), { runId: 'p' });
  const busy = enter(scheduler, write('d', '2'), { runId: 'q' });
  const waiting = ['q', 'q', 'q'].map((runId) => enter(scheduler, write('d', '2'), { runId }));
  const inner = [1, 2, 3].map(() => enter(scheduler, write('d', '2'), { runId: 'child', parent: caller }));
  const whole = enter(scheduler, write('d'), { runId: 'r' });
  const served: LaneTicket[] = [];
  for (const open = new Set([busy, ...waiting, ...inner]); open.size > 0;) {
    const next = [...open].find(({ held }) => held);
    if (next === undefined) break;
    open.delete(next);
    served.push(next);
    next.release();
  }
  expect(served.filter((ticket) => inner.includes(ticket))).toEqual(inner);
  expect(served).toHaveLength(7);
  caller.release();
  expect(whole.held).toBe(true);
});

test('many runs may wait for one key', () => {
  const scheduler = new LaneScheduler();
  const open: LaneTicket[] = [];
  for (let run = 0; run < 200; run++) {
    for (let call = 0; call < 4; call++) open.push(enter(scheduler, write('k'), { runId: `run${run}`, max: 16 }));
  }
  let served = 0;
  for (let next = open.find(({ held }) => held); next !== undefined; next = open.find(({ held }) => held)) {
    next.release();
    served++;
  }
  // This took more than a minute, and so failed, when every call knew whom it waits for.
  expect(served).toBe(800);
});

test('a key of any depth is compared with those above it', () => {
  const scheduler = new LaneScheduler();
  const deep = enter(scheduler, { kind: 'key', key: new Array<string>(200_000).fill('a'), mode: 'write' });
  const above = enter(scheduler, write('a'));
  expect([deep.held, above.held]).toEqual([true, false]);
  deep.release();
  expect(above.held).toBe(true);
});
