import { decider, everydayLines } from './everyday-attack.js';
import { SEEDS } from './everyday-seeds.js';

test('the lines that the attack starts from are allowed', async () => {
  const decide = decider();
  const asked: string[] = [];
  for (const line of SEEDS) if (!(await decide(line))) asked.push(line);
  expect(asked).toEqual([]);
});

test('of a small sample nothing gets through', async () => {
  const { attempts, escapes } = await everydayLines.run({ seed: 3, attempts: 400, deadline: performance.now() + 20_000 });
  expect(escapes).toEqual([]);
  expect(attempts).toBeGreaterThan(20);
}, 30_000);
