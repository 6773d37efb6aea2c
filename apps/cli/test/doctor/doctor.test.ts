import { join } from 'node:path';
import type { Finding } from '../../src/doctor/finding.js';
import { showFindings } from '../../src/output/show-findings.js';
import { jsonOf, runMain, type Ran } from '../run-main.js';
import { spawnCommand, testBuilt } from '../spawn-command.js';
import { CLOCK, tsconfig } from './decorated-sources.js';
import { folderMaker } from './surroundings.js';

const makeFolder = folderMaker();
const env = { PATH: process.env['PATH'] ?? '', OLLAMA_HOST: '127.0.0.1:1', LANG: 'C.UTF-8' };
const doctor = (cwd: string, ...args: readonly string[]): Promise<Ran> => runMain(['doctor', ...args], { cwd, env });

const broken = {
  'package.json': { type: 'module', scripts: { start: 'tsx src/main.ts' } },
  'tsconfig.json': tsconfig({ experimentalDecorators: true, emitDecoratorMetadata: true }, ['src']),
  'src/clock.ts': CLOCK,
  'src/tools.ts': `import { Inject, Param, Tool, Toolkit } from 'tackroom';
import type { Clock } from './clock.js';

@Toolkit()
export class TimeTools {
  constructor(@Inject(Clock) private readonly clock: Clock, private readonly zone: string) {}

  @Tool({ description: 'Tell the time.' })
  tell(@Param('format', 'How') format: string): string {
    return format + this.clock.now() + this.zone;
  }
}
`,
};

interface Diagnosis {
  readonly ok: boolean;
  readonly checks: readonly Finding[];
}

test('a project without a mistake, or none at all, is no problem', async () => {
  const ran = await doctor(makeFolder({}), '--json');
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const { ok, checks }: Diagnosis = jsonOf(ran);
  expect(ok).toBe(true);
  const groups = [...new Set(checks.map(({ id }) => id.split('.')[0]))];
  expect(groups).toEqual([
    'node',
    'packages',
    'tsconfig',
    'sources',
    'schemas',
    'runner',
    'config',
    'models',
    'ripgrep',
    'sandbox',
    'git',
    'browser',
    'terminal',
  ]);
});

test('problems end with 1, and say where and what to do', async () => {
  const cwd = makeFolder(broken);
  const ran = await doctor(cwd, '--json');
  expect(ran).toMatchObject({ code: 1, stderr: '' });
  const { ok, checks }: Diagnosis = jsonOf(ran);
  expect(ok).toBe(false);
  expect(checks.filter(({ status }) => status === 'problem')).toMatchInlineSnapshot(`
   [
     {
       "detail": "src/tools.ts:6  @Inject(Clock): Clock is imported with "import type"",
       "fix": "Import it with a plain import, or write @Inject(TOKEN) with a token that is a value.",
       "id": "sources.type-import",
       "status": "problem",
       "summary": "1 name needed at run time, but imported as a type",
     },
     {
       "detail": "src/tools.ts:6  TimeTools, constructor parameter zone: string",
       "fix": "Write @Inject(TOKEN) before it, with a class or with token<Type>('my-app/Name').",
       "id": "sources.constructor-type",
       "status": "problem",
       "summary": "1 constructor parameter of a type that names nothing to inject",
     },
     {
       "detail": ""npm run start" (tsx) emits no types of parameters.
   src/tools.ts:9  TimeTools.tell, parameter format: string",
       "fix": "Compile the signatures with npx tackroom schemas, or write the type: @Param('city', 'The city', 'string').",
       "id": "sources.parameter",
       "status": "problem",
       "summary": "1 tool parameter without a type that @Param says",
     },
   ]
  `);
  for (const check of checks) {
    expect(check).toEqual({
      id: expect.any(String),
      status: expect.any(String),
      summary: expect.any(String),
      detail: check.detail,
      fix: check.fix,
    });
    expect(check.summary).not.toContain('\n');
    if (check.status === 'problem' || check.status === 'warning') expect([check.id, check.fix]).toEqual([check.id, expect.any(String)]);
  }
});

test('from a folder inside, places are named from there', async () => {
  const cwd = makeFolder(broken);
  const { stdout } = await doctor(cwd, '--cwd', 'src');
  expect(stdout).toContain('tools.ts:6  @Inject(Clock)');
  expect(stdout).toContain('../tsconfig.json');
});

test('a person reads lines that fit', async () => {
  const { stdout, code } = await runMain(['doctor'], { cwd: makeFolder(broken), env, typed: [] });
  expect(code).toBe(1);
  expect(stdout.split('\n').filter((line) => [...line].length > 80 && line.trim().includes(' '))).toEqual([]);
  expect(stdout).toMatch(/^✓ node {6}Node \d+\./);
  expect(stdout).toMatch(/\n\n3 problems(?:, \d+ warnings?)?\.\n$/);
});

test('a directory that is not there is an error', async () => {
  expect(jsonOf(await doctor(makeFolder({}), '--cwd', 'gone', '--json'))).toMatchObject({ error: { code: 'CLI_CWD_MISSING' } });
});

const findings: readonly Finding[] = [
  { id: 'node', status: 'ok', summary: 'Node 22.12.0', detail: 'not shown' },
  {
    id: 'tsconfig.metadata',
    status: 'warning',
    summary: 'tsconfig.json: no types of parameters are emitted, so every @Param needs a type',
    fix: 'Write "emitDecoratorMetadata": true under "compilerOptions" in tsconfig.json.',
  },
  {
    id: 'sources.field',
    status: 'problem',
    summary: '8 fields',
    detail: Array.from({ length: 8 }, (_, index) => `src/a.ts:${index + 1}  A, f${index}`).join('\n'),
    fix: 'Mend them.',
  },
  { id: 'browser', status: 'absent', summary: 'no browser\u001b[2J' },
];

/** What is written of findings to a terminal of that many columns. */
function shown(columns: number, colours: boolean): string {
  let text = '';
  const output = { write: (part: string) => (text += part), isTTY: true, columns };
  const io = {
    stdout: output,
    stderr: output,
    stdin: process.stdin,
    env: colours ? { TERM: 'xterm' } : { NO_COLOR: '1' },
    cwd: '/',
    signal: new AbortController().signal,
    divertStderr: () => () => undefined,
    interrupt: () => undefined,
  };
  showFindings(findings, io);
  return text;
}

test('a line for each, what was seen of trouble, and the fix', () => {
  expect(shown(60, false)).toMatchInlineSnapshot(`
   "✓ node      Node 22.12.0
   ! tsconfig  tsconfig.json: no types of parameters are emitt…
               → Write "emitDecoratorMetadata": true under
                 "compilerOptions" in tsconfig.json.
   ✗ sources   8 fields
               src/a.ts:1  A, f0
               src/a.ts:2  A, f1
               src/a.ts:3  A, f2
               src/a.ts:4  A, f3
               src/a.ts:5  A, f4
               src/a.ts:6  A, f5
               … and 2 more; --json lists all
               → Mend them.
   – browser   no browser\\x1b[2J

   1 problem, 1 warning.
   "
  `);
});

test('colours mark what matters', () => {
  expect(shown(60, true).split('\n')[0]).toBe('\u001b[32m✓\u001b[39m \u001b[1mnode    \u001b[22m  Node 22.12.0');
  expect(shown(60, true)).toContain('\u001b[31m✗\u001b[39m');
});

testBuilt('as a process, also where no project is', async () => {
  const cwd = makeFolder({ 'deep/a.txt': '' });
  const ran = await spawnCommand(['doctor', '--json'], { cwd: join(cwd, 'deep') });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(jsonOf(ran)).toMatchObject({ ok: true });
});
