import { tryRoundTrip } from './copy-round-trip.js';

const TRIPS = 40;

test('random changes on both sides: what nobody contests arrives byte for byte, the rest is kept twice, nothing outside is touched', async () => {
  const from = Number(process.env['COPY_SEED'] ?? 1);
  const trips = Number(process.env['COPY_TRIPS'] ?? TRIPS);
  const problems: string[] = [];
  for (let seed = from; seed < from + trips; seed += 1) problems.push(...(await tryRoundTrip(seed)));
  expect(problems).toEqual([]);
}, 600_000);
