import { NOBODY, raceMounts, SWAPPED_NAMES, whyNoMountRace } from './mount-race.js';

const missing = whyNoMountRace();
const users = process.getuid?.() === 0 ? [undefined, NOBODY] : [undefined];

if (missing === undefined) {
  // Before sources were held open and mounts compared, commands got out in each of these races; bwrap itself made files outside.
  test.each(
    users.flatMap((user) =>
      SWAPPED_NAMES.filter(({ name }) => ['.git/hooks', '.mcp.json'].includes(name)).map((swapped) => ({ user, ...swapped })),
    ),
  )(
    'a name that is swapped while a sandbox is made leads no command out: $name, user $user',
    async (race) => {
      const { commands, escapes } = await raceMounts({ ...race, commands: 40, milliseconds: 15_000, micros: 1_000 });
      expect(escapes).toEqual([]);
      expect(commands).toBeGreaterThan(0);
    },
    40_000,
  );
} else {
  test(`mounts that are swapped: left out, ${missing}`, () => expect(process.env['CI']).not.toBe('true'));
}
