import { SystemClock } from './system-clock.js';

test('timers fire in order of their due time, once, and not before', async () => {
  const clock = new SystemClock();
  const started = clock.monotonic();
  const fired: string[] = [];
  await new Promise<void>((resolve) => {
    clock.timer(20, () => {
      fired.push('20');
      expect(clock.monotonic() - started).toBeGreaterThanOrEqual(19);
      resolve();
    });
    clock.timer(5, () => fired.push('5a'));
    clock.timer(5, () => fired.push('5b'));
    clock.timer(5, () => fired.push('never')).cancel();
  });
  expect(fired).toEqual(['5a', '5b', '20']);
});

test('a timer may set and cancel others of its own duration', async () => {
  const clock = new SystemClock();
  const fired: number[] = [];
  await new Promise<void>((resolve) => {
    const second = clock.timer(5, () => fired.push(2));
    clock.timer(5, () => {
      fired.push(1);
      second.cancel();
      clock.timer(5, resolve);
    });
    second.cancel();
    second.cancel();
  });
  expect(fired).toEqual([1]);
});

test.each([[NaN], [-5]])('a wait of %p ms is over at once', async (ms) => {
  await new Promise<void>((resolve) => {
    new SystemClock().timer(ms, resolve);
  });
});

test.each([[Infinity], [2 ** 40]])('a wait of %p ms is not over at once', async (ms) => {
  let fired = false;
  const timer = new SystemClock().timer(ms, () => (fired = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  timer.cancel();
  expect(fired).toBe(false);
});
