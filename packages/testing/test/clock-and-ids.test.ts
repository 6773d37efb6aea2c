import { RandomIds, SystemClock } from '@tackroom/core';
import { clockContract, FakeClock, idsContract, SequentialIds } from '@tackroom/testing';

clockContract('SystemClock', () => ({ clock: new SystemClock(), pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) }), {
  test,
  expect,
});

clockContract(
  'FakeClock',
  () => {
    const clock = new FakeClock();
    return { clock, pass: (ms) => clock.advance(ms) };
  },
  { test, expect },
);

idsContract('RandomIds', () => new RandomIds(), { test, expect });
idsContract('SequentialIds', () => new SequentialIds(), { test, expect });
