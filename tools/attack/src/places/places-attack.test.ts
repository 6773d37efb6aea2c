import fc from 'fast-check';
import { playPlaces } from './play-places.js';

test('whatever order calls, waits, pauses, other runs and changed links come in, what runs is what was shown, where it was shown', async () => {
  let ran = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
      const played = await playPlaces(seed);
      ran += played.ran;
      expect(played.escapes).toEqual([]);
    }),
    { seed: 7, numRuns: 120, endOnFailure: true },
  );
  expect(ran).toBeGreaterThan(100);
});
