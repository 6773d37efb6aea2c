import { FakeClock } from './fake-clock.js';

test('time stands still until it is told to move', async () => {
  const clock = new FakeClock(1000);
  expect([clock.now(), clock.monotonic()]).toEqual([1000, 0]);
  await clock.advance(5);
  expect([clock.now(), clock.monotonic()]).toEqual([1005, 5]);
});

test('timers fire in the order they are due, each at its own time, and code that waits for one runs before the next', async () => {
  const clock = new FakeClock(0);
  const seen: string[] = [];
  const note = (name: string) => () => {
    seen.push(`${name}@${clock.now()}`);
    void Promise.resolve().then(() => seen.push(`after ${name}@${clock.now()}`));
  };
  clock.timer(20, note('b'));
  clock.timer(10, () => {
    note('a')();
    clock.timer(5, note('chained'));
  });
  clock.timer(20, note('c'));
  clock.timer(15, note('taken back')).cancel();
  expect(clock.pending).toEqual([{ inMs: 10 }, { inMs: 20 }, { inMs: 20 }]);
  await clock.advance(19);
  expect(seen).toEqual(['a@10', 'after a@10', 'chained@15', 'after chained@15']);
  expect(await clock.advanceToNext()).toBe(1);
  expect(seen.slice(4)).toEqual(['b@20', 'after b@20', 'c@20', 'after c@20']);
  expect(await clock.advanceToNext()).toBeUndefined();
});

test.each([-1, NaN, 2 ** 31, Infinity])('a timer of %d ms is refused', (ms) => {
  expect(() => new FakeClock().timer(ms, () => undefined)).toThrow(RangeError);
});
