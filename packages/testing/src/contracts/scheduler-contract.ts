import { PARALLEL_LANE, SERIAL_LANE } from '@tackroom/core';
import type { Lane, LaneRequest, LaneTicket, RunTree, Scheduler } from '@tackroom/core';
import type { SchedulerContext } from './scheduler-context.js';
import { SCHEDULER_LOAD_SUITE } from './scheduler-load-contract.js';
import { declareSuite, settled } from './test-api.js';
import type { Suite, TestApi } from './test-api.js';

const write = (...key: string[]): Lane => ({ kind: 'key', key, mode: 'write' });
const read = (...key: string[]): Lane => ({ kind: 'key', key, mode: 'read' });

/** Whether two lanes exclude each other. */
const CONFLICTS: readonly (readonly [Lane, Lane, boolean])[] = [
  [PARALLEL_LANE, PARALLEL_LANE, false],
  [PARALLEL_LANE, SERIAL_LANE, false],
  [PARALLEL_LANE, write('a'), false],
  [SERIAL_LANE, SERIAL_LANE, true],
  [SERIAL_LANE, write('a'), false],
  [write('a'), write('a'), true],
  [write('a'), read('a'), true],
  [read('a'), read('a'), false],
  [write('a'), write('b'), false],
  [write('a'), write('a', 'b'), true],
  [write('a'), read('a', 'b', 'c'), true],
  [read('a'), write('a', 'b'), true],
  [read('a'), read('a', 'b'), false],
  [write('a', 'b'), write('a', 'c'), false],
  [write('a'), write('ab'), false],
  [write('a/b'), write('a', 'b'), false],
  [write(), write('a'), true],
  [write('constructor'), write('a'), false],
];

/** Declares the tests of a {@link Scheduler}; `make` gives a fresh one for each. */
export function schedulerContract(name: string, make: () => Scheduler | Promise<Scheduler>, api: TestApi): void {
  for (const suite of [SCHEDULER_SUITE, SCHEDULER_LOAD_SUITE]) declareSuite(name, api, suite, { make, expect: api.expect });
}

const SCHEDULER_SUITE: Suite<SchedulerContext> = {
  'lanes that conflict exclude each other, others overlap': async ({ make, expect }) => {
    for (const [a, b, conflict] of CONFLICTS) {
      const scheduler = await make();
      expect({ a, b, conflict: [scheduler.conflicts(a, b), scheduler.conflicts(b, a)] }).toEqual({ a, b, conflict: [conflict, conflict] });
      const run = makeRun('r');
      const [first, second] = [scheduler.enter(run(a)), scheduler.enter(run(b))];
      expect({ a, b, held: await heldOf(first, second) }).toEqual({ a, b, held: [true, !conflict] });
      first.release();
      expect({ a, b, held: await heldOf(second) }).toEqual({ a, b, held: [true] });
    }
  },

  'a run starts no more calls than its bound, and the others in order': async ({ make, expect }) => {
    const scheduler = await make();
    const bounded = makeRun('a', { maxParallelCalls: 2 });
    const tickets = [PARALLEL_LANE, write('k'), PARALLEL_LANE, SERIAL_LANE].map((lane) => scheduler.enter(bounded(lane)));
    const elsewhere = scheduler.enter(makeRun('b', { maxParallelCalls: 1 })(PARALLEL_LANE));
    expect(await heldOf(...tickets, elsewhere)).toEqual([true, true, false, false, true]);
    tickets[1]?.release();
    expect(await heldOf(...tickets.slice(2))).toEqual([true, false]);
    tickets[0]?.release();
    expect(await heldOf(...tickets.slice(2))).toEqual([true, true]);
  },

  'a call that leaves while it waits for a free start takes none': async ({ make, expect }) => {
    const scheduler = await make();
    const run = makeRun('a', { maxParallelCalls: 1 });
    const [running, leaving, last] = [
      scheduler.enter(run(PARALLEL_LANE)),
      scheduler.enter(run(PARALLEL_LANE)),
      scheduler.enter(run(PARALLEL_LANE)),
    ];
    leaving.release();
    running.release();
    expect(await heldOf(last)).toEqual([true]);
    expect(await heldOf(scheduler.enter(run(PARALLEL_LANE)))).toEqual([false]);
  },

  'serial calls take turns within a run tree and only there': async ({ make, expect }) => {
    const scheduler = await make();
    const tree: RunTree = { rootRunId: 'root' };
    const twin: RunTree = { rootRunId: 'root' };
    const parent = scheduler.enter(makeRun('root', { tree })(SERIAL_LANE));
    const child = scheduler.enter(makeRun('child', { tree })(SERIAL_LANE));
    const sibling = scheduler.enter(makeRun('sibling', { tree })(SERIAL_LANE));
    const stranger = scheduler.enter(makeRun('root', { tree: twin })(SERIAL_LANE));
    expect(await heldOf(parent, child, sibling, stranger)).toEqual([true, false, false, true]);
    parent.release();
    expect(await heldOf(child, sibling)).toEqual([true, false]);
    child.release();
    expect(await heldOf(sibling)).toEqual([true]);
  },

  'keys exclude across runs that share nothing but the scheduler': async ({ make, expect }) => {
    const scheduler = await make();
    const first = scheduler.enter(makeRun('a')(write('f')));
    const second = scheduler.enter(makeRun('b')(write('f')));
    expect(await heldOf(first, second)).toEqual([true, false]);
    first.release();
    expect(await heldOf(second)).toEqual([true]);
  },

  'nobody of a run overtakes: a reader behind a waiting writer waits, whatever the depth of their keys': async ({ make, expect }) => {
    const scheduler = await make();
    const run = makeRun('a');
    const lanes = [write('d', 'f'), read('d', 'f'), read('d'), write('d'), read('d', 'f'), write('d', 'g')];
    const [w1, r2, r3, w4, r5, w6] = lanes.map((lane) => scheduler.enter(run(lane))) as [
      LaneTicket,
      LaneTicket,
      LaneTicket,
      LaneTicket,
      LaneTicket,
      LaneTicket,
    ]; // six lanes
    expect(await heldOf(w1, r2, r3, w4, r5, w6)).toEqual([true, false, false, false, false, false]);
    w1.release();
    expect(await heldOf(r2, r3, w4, r5, w6)).toEqual([true, true, false, false, false]);
    r2.release();
    expect(await heldOf(w4, r5, w6)).toEqual([false, false, false]);
    r3.release();
    expect(await heldOf(w4, r5, w6)).toEqual([true, false, false]);
    w4.release();
    expect(await heldOf(r5, w6)).toEqual([true, true]);
  },

  'runs that wait for one key are served in turn': async ({ make, expect }) => {
    const scheduler = await make();
    const [greedy, modest] = [makeRun('greedy'), makeRun('modest')];
    const tickets = new Map<string, LaneTicket>();
    for (const call of ['g1', 'g2', 'g3', 'g4']) tickets.set(call, scheduler.enter(greedy(write('k'))));
    for (const call of ['m1', 'm2']) tickets.set(call, scheduler.enter(modest(write('k'))));
    expect(await serve(tickets)).toEqual(['g1', 'g2', 'm1', 'g3', 'm2', 'g4']);
  },

  'a waiting call that leaves lets the next one through and is never granted': async ({ make, expect }) => {
    const scheduler = await make();
    const run = makeRun('a');
    const [first, leaving, last] = [scheduler.enter(run(write('k'))), scheduler.enter(run(write('k'))), scheduler.enter(run(read('k')))];
    let granted = false;
    void leaving.granted.then(() => (granted = true));
    leaving.release();
    first.release();
    expect([granted, ...(await heldOf(leaving, last))]).toEqual([false, false, true]);
    expect(granted).toEqual(false);
  },

  'releasing twice frees nothing of anybody else': async ({ make, expect }) => {
    const scheduler = await make();
    const run = makeRun('a', { maxParallelCalls: 1 });
    const tickets = [write('k'), write('k'), write('k')].map((lane) => scheduler.enter(run(lane))) as [LaneTicket, LaneTicket, LaneTicket]; // three lanes
    tickets[0].release();
    tickets[0].release();
    expect(await heldOf(...tickets)).toEqual([false, true, false]);
  },

  'granted settles at once for a call that may run, and later for one that waits': async ({ make, expect }) => {
    const scheduler = await make();
    const run = makeRun('a');
    const [first, second] = [scheduler.enter(run(SERIAL_LANE)), scheduler.enter(run(SERIAL_LANE))];
    const order: string[] = [];
    const waits = [second.granted.then(() => order.push('second')), first.granted.then(() => order.push('first'))];
    await settled();
    expect(order).toEqual(['first']);
    first.release();
    await Promise.all([...waits, second.granted]);
    expect(order).toEqual(['first', 'second']);
  },

  'a call from inside a call enters again what its callers hold, past those who wait for them': async ({ make, expect }) => {
    for (const [outer, inner] of [
      [SERIAL_LANE, SERIAL_LANE],
      [write('a'), write('a', 'b')],
      [write('a', 'b'), write('a')],
      [read('a'), write('a')],
    ] as const) {
      const scheduler = await make();
      const tree: RunTree = { rootRunId: 'a' };
      const run = makeRun('a', { tree, maxParallelCalls: 1 });
      const held = scheduler.enter(run(outer));
      const waiting = scheduler.enter(makeRun('b', { tree })(outer.kind === 'serial' ? SERIAL_LANE : write('a')));
      const between = scheduler.enter({ ...makeRun('child', { tree })(PARALLEL_LANE), parent: held });
      const nested = scheduler.enter({ ...makeRun('child', { tree })(inner), parent: between });
      const sameRun = scheduler.enter({ ...run(PARALLEL_LANE), parent: held });
      expect({ outer, inner, held: await heldOf(nested, waiting, sameRun) }).toEqual({ outer, inner, held: [true, false, true] });
      for (const ticket of [sameRun, nested, between, held]) ticket.release();
      expect(await heldOf(waiting)).toEqual([true]);
    }
  },

  'a waiting call that was passed from inside a call still waits for it, also when what it waited for leaves': async ({ make, expect }) => {
    const scheduler = await make();
    const outer = scheduler.enter(makeRun('a')(read('k', 'x')));
    const leaving = scheduler.enter(makeRun('b')(write('k', 'x')));
    const passed = scheduler.enter(makeRun('b')(read('k')));
    const inner = scheduler.enter({ ...makeRun('child')(write('k', 'y')), parent: outer });
    expect(await heldOf(inner, passed)).toEqual([true, false]);
    leaving.release();
    expect(await heldOf(inner, passed)).toEqual([true, false]);
    inner.release();
    expect(await heldOf(passed)).toEqual([true]);
  },
};

/** Makes requests of one run; every call of it asks through the same tree. */
function makeRun(
  runId: string,
  options: { readonly tree?: RunTree; readonly maxParallelCalls?: number } = {},
): (lane: Lane) => LaneRequest {
  const { tree = { rootRunId: runId }, maxParallelCalls = Infinity } = options;
  return (lane) => ({ lane, tree, runId, maxParallelCalls, parent: undefined });
}

async function heldOf(...tickets: readonly LaneTicket[]): Promise<boolean[]> {
  await settled();
  return tickets.map((ticket) => ticket.held);
}

/** Releases whoever is held, one at a time, and gives the order they were served in. */
async function serve(tickets: Map<string, LaneTicket>): Promise<string[]> {
  const order: string[] = [];
  for (;;) {
    await settled();
    const next = [...tickets].find(([, ticket]) => ticket.held);
    if (next === undefined) return order;
    order.push(next[0]);
    tickets.delete(next[0]);
    next[1].release();
  }
}
