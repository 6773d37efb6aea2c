import fc from 'fast-check';
import { MarkedShell } from './marked-shell.js';
import { quotedLines } from './quoted-lines.js';
import { shellLines } from './shell-lines.js';
import { decideLine, PROGRAMS, uncovered } from './shell-policies.js';

/** Generated lines in each test; `SHELL_LINES=20000` looks for longer. */
const LINES = Number(process.env['SHELL_LINES'] ?? 1_200);
/** Another seed finds other lines: `SHELL_SEED=7`. */
const SEED = Number(process.env['SHELL_SEED'] ?? 20_261_130);
const TIME_MS = 60_000 + LINES * 50;

let shell: MarkedShell;
beforeAll(() => {
  shell = new MarkedShell(PROGRAMS);
});
afterAll(() => {
  shell.close();
});

/** Decides generated lines and runs those that are allowed; how many of each kind there were. */
async function attack(
  lines: fc.Arbitrary<string>,
  numRuns: number,
): Promise<Record<'allowed' | 'ran' | 'passed' | 'denied' | 'asked', number>> {
  const seen = { allowed: 0, ran: 0, passed: 0, denied: 0, asked: 0 };
  await fc.assert(
    fc.asyncProperty(lines, async (line) => {
      const decision = await decideLine(line);
      seen[decision.restrict === 'allow' ? 'passed' : decision.restrict === 'deny' ? 'denied' : 'asked'] += 1;
      if (decision.permit !== 'allow' && decision.restrict !== 'allow') return;
      const ran = await shell.run(line);
      if (decision.permit === 'allow') {
        seen.allowed += 1;
        seen.ran += ran.length;
      }
      expect(uncovered(decision, ran)).toEqual([]);
    }),
    { numRuns, seed: SEED },
  );
  return seen;
}

test(
  'what bash runs of an allowed line is what rules allow; what a rule denies runs only of lines that are asked about',
  async () => {
    const seen = await attack(shellLines(PROGRAMS), LINES);
    // A matcher that asks about everything would pass as well.
    expect(seen.allowed).toBeGreaterThan(LINES / 60);
    expect(seen.ran).toBeGreaterThan(seen.allowed / 2);
    expect(seen.passed).toBeGreaterThan(LINES / 20);
    expect(seen.denied).toBeGreaterThan(LINES / 8);
  },
  TIME_MS,
);

test(
  'nor does anything hide in quotes, texts, escapes, calculations or words that are known in part',
  async () => {
    const seen = await attack(quotedLines(['zap', 'evil', 'ok']), LINES / 2);
    expect(seen.allowed).toBeGreaterThan(LINES / 120);
    expect(seen.passed).toBeGreaterThan(LINES / 40);
  },
  TIME_MS,
);
