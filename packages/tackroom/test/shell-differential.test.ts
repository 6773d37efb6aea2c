import fc from 'fast-check';
import { compileGlob, defineTool, rule, RuleBasedPermissionService, ToolRegistry, type PermissionLevel } from '@tackroom/core';
import { MarkedShell } from './marked-shell.js';
import { shellLines } from './shell-lines.js';

/** Generated lines in each test; `SHELL_LINES=20000` looks for longer. */
const LINES = Number(process.env['SHELL_LINES'] ?? 1_200);
/** Another seed finds other lines: `SHELL_SEED=7`. */
const SEED = Number(process.env['SHELL_SEED'] ?? 20_261_130);
const TIME_MS = 60_000 + LINES * 50;

const run = defineTool({
  name: 'run',
  description: 'Runs a command.',
  category: 'execute',
  riskLevel: 'high',
  inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
  semantics: { command: 'shell-command' },
  handler: () => '',
});
const registry = new ToolRegistry();
registry.register(run);
const PROGRAMS = ['ok', 'fine', 'zap', 'evil'];
const ALLOWED = [
  'ok',
  'ok x*',
  'ok -x*',
  'fine *',
  'echo *',
  'cat *',
  'env *',
  'bash *',
  'xargs *',
  'find *',
  'eval *',
  'trap *',
  'wait',
  'exec *',
  'sed *',
  'sort *',
  'test *',
  'read *',
  'printf *',
  'declare *',
  'set *',
];
const DENIED = ['zap *', 'ok --forbidden*'];

const permitting = new RuleBasedPermissionService({ allow: ALLOWED.map((command) => rule('run', { command })) });
const restricting = new RuleBasedPermissionService({ deny: DENIED.map((command) => rule('run', { command })), allow: ['run'] });

let shell: MarkedShell;
beforeAll(() => {
  shell = new MarkedShell(PROGRAMS);
});
afterAll(() => {
  shell.close();
});

async function decide(permissions: RuleBasedPermissionService, command: string): Promise<PermissionLevel> {
  return (await registry.explain({ name: 'run', args: { command } }, { permissions })).verdict;
}

const covers = (patterns: readonly string[]): ((text: string) => boolean) => {
  const globs = patterns.flatMap((pattern) => [
    compileGlob(pattern),
    ...(pattern.endsWith(' *') ? [compileGlob(pattern.slice(0, -2))] : []),
  ]);
  return (text) => globs.some((matches) => matches(text));
};

test(
  'what bash runs of an allowed line is what rules allow; what a rule denies runs only of lines that are asked about',
  async () => {
    const seen = { allowed: 0, ran: 0, passed: 0, denied: 0, asked: 0 };
    const isAllowed = covers(ALLOWED);
    const isDenied = covers(DENIED);
    await fc.assert(
      fc.asyncProperty(shellLines(PROGRAMS), async (line) => {
        const permit = await decide(permitting, line);
        const restrict = await decide(restricting, line);
        seen[restrict === 'allow' ? 'passed' : restrict === 'deny' ? 'denied' : 'asked'] += 1;
        if (permit !== 'allow' && restrict !== 'allow') return;
        const ran = await shell.run(line);
        if (permit === 'allow') {
          seen.allowed += 1;
          seen.ran += ran.length;
          expect(ran.filter((text) => !isAllowed(text))).toEqual([]);
        }
        if (restrict === 'allow') expect(ran.filter(isDenied)).toEqual([]);
      }),
      { numRuns: LINES, seed: SEED },
    );
    // A matcher that asks about everything would pass as well.
    expect(seen.allowed).toBeGreaterThan(LINES / 60);
    expect(seen.ran).toBeGreaterThan(seen.allowed / 2);
    expect(seen.passed).toBeGreaterThan(LINES / 20);
    expect(seen.denied).toBeGreaterThan(LINES / 8);
  },
  TIME_MS,
);
