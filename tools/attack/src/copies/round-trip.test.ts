import { tryRoundTrip } from './round-trip.js';

test('random changes on both sides: what nobody contests arrives byte for byte, the rest is kept twice, nothing outside is touched', async () => {
  const problems: string[] = [];
  for (let seed = 1; seed <= 40; seed += 1) problems.push(...(await tryRoundTrip(seed)));
  expect(problems).toEqual([]);
}, 120_000);
