import { text } from '@tackroom/testing';
import { StateWorld } from './altered-states.js';
import { alterations } from './tamper-states.js';

let world: StateWorld;
beforeAll(async () => void (world = await StateWorld.make()));
afterAll(() => world.close());

test('whatever is altered in an unsigned state, nothing that asks runs without an answer, and what is shown is what would run', async () => {
  const { tried, refused, wrong } = await world.resumeAltered(await world.paused(), { skip: 0, until: () => false });
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(tried / 2);
}, 60_000);

test('a signed state is refused whatever is altered in it, and so is one of another key', async () => {
  const state = await world.paused('key');
  // Of two equal keys a reader takes the last: a state that says the same then was not altered.
  const sorted = (_key: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
  const canonical = (of: string): string => JSON.stringify(JSON.parse(of), sorted);
  world.forget();
  for (const { what, text: altered } of alterations(state)) {
    let same = false;
    try {
      same = canonical(altered) === canonical(state);
    } catch {
      // half a file
    }
    if (same) continue;
    const code = await world
      .agent([text('done')], 'key')
      .resume(altered, { approver: () => ({ type: 'approve' }) })
      .then(
        () => 'ran',
        (error: unknown) => (error as { code?: string }).code,
      );
    expect([what, code]).toEqual([what, expect.stringMatching(/^RUN_STATE_(TAMPERED|INVALID)$/)]);
  }
  await expect(world.agent([], 'other').resume(state)).rejects.toMatchObject({ code: 'RUN_STATE_TAMPERED' });
  expect(world.ran).toEqual([]);
});
