import type { Clock } from '@tackroom/core';
import { declareSuite } from './test-api.js';
import type { Expect, Suite, TestApi } from './test-api.js';

/** A clock under test. `pass` lets milliseconds go by: by waiting, or by moving a clock that stands still. */
export interface ClockUnderTest {
  readonly clock: Clock;
  pass(ms: number): Promise<void>;
}

/** Earlier than any clock that tells the time. */
const PAST = Date.UTC(2020, 0, 1);
/** Two clocks of one machine may round differently. */
const ROUNDING_MS = 2;

/** Declares the tests of a {@link Clock}; `make` gives a fresh one for each. */
export function clockContract(name: string, make: () => ClockUnderTest | Promise<ClockUnderTest>, api: TestApi): void {
  declareSuite(name, api, CLOCK_SUITE, { make, expect: api.expect });
}

const CLOCK_SUITE: Suite<{ readonly make: () => ClockUnderTest | Promise<ClockUnderTest>; readonly expect: Expect }> = {
  'time passes': async ({ make, expect }) => {
    const { clock, pass } = await make();
    const before = { now: clock.now(), monotonic: clock.monotonic() };
    await pass(20);
    expect([before.now > PAST, clock.now() - before.now >= 20 - ROUNDING_MS]).toEqual([true, true]);
    expect(clock.monotonic() - before.monotonic >= 20 - ROUNDING_MS).toEqual(true);
  },

  'a timer fires once, later, and not before it is due': async ({ make, expect }) => {
    const { clock, pass } = await make();
    const start = clock.monotonic();
    const fired: number[] = [];
    clock.timer(30, () => fired.push(clock.monotonic() - start));
    clock.timer(0, () => fired.push(0));
    expect(fired).toEqual([]);
    await pass(10);
    expect(fired).toEqual([0]);
    await pass(60);
    expect([fired.length, (fired[1] ?? 0) >= 30 - ROUNDING_MS]).toEqual([2, true]);
    await pass(60);
    expect(fired.length).toEqual(2);
  },

  'timers of one length fire in the order they were made, those made on firing too': async ({ make, expect }) => {
    const { clock, pass } = await make();
    const fired: string[] = [];
    clock.timer(10, () => {
      fired.push('a');
      clock.timer(10, () => fired.push('c'));
    });
    clock.timer(10, () => fired.push('b'));
    await pass(60);
    expect(fired).toEqual(['a', 'b', 'c']);
  },

  'a timer that was taken back never fires, and the others do': async ({ make, expect }) => {
    const { clock, pass } = await make();
    const fired: string[] = [];
    const first = clock.timer(10, () => fired.push('first'));
    const second = clock.timer(10, () => fired.push('second'));
    const third = clock.timer(10, () => {
      fired.push('third');
      second.cancel();
    });
    clock.timer(10, () => fired.push('last'));
    first.cancel();
    first.cancel();
    await pass(60);
    expect(fired).toEqual(['second', 'third', 'last']);
    third.cancel();
    const only = clock.timer(10, () => fired.push('only'));
    only.cancel();
    clock.timer(10, () => fired.push('again'));
    await pass(60);
    expect(fired.slice(3)).toEqual(['again']);
  },
};
