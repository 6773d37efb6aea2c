import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = realpathSync(mkdtempSync(join(tmpdir(), 'npm-start-')));
const CALLER = join(ROOT, 'caller');
afterAll(() => rmSync(ROOT, { recursive: true }));

const PROGRAM = 'console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd() })); process.exitCode = 3;';

function write(path: string, text: string): void {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), text);
}

beforeAll(() => {
  cpSync(dirname(fileURLToPath(import.meta.url)), join(ROOT, 'scripts'), { recursive: true });
  mkdirSync(CALLER);
  write('package.json', '{"type":"module"}');
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json']) write(lock, '{"packages":{}}');
  write('tsconfig.base.json', '{}');
  write('tsconfig.json', '{"references":[{"path":"apps/cli"}]}');
  for (const file of ['package.json', 'tsconfig.json']) write(`apps/cli/${file}`, '{}');
  write('apps/cli/src/index.ts', '1');
  write('apps/cli/bin/tackroom.js', PROGRAM);
  // A compiler that talks on stdout, as tsc does, and fails on a source that says so.
  write(
    'node_modules/typescript/bin/tsc',
    `import fs from 'node:fs';
     console.log('compiling');
     fs.mkdirSync('apps/cli/dist', { recursive: true });
     fs.writeFileSync('apps/cli/dist/.tsbuildinfo', '');
     process.exitCode = fs.readFileSync('apps/cli/src/index.ts', 'utf8') === 'broken' ? 2 : 0;`,
  );
  write('node_modules/typescript/package.json', '{"type":"module"}');
});

function start(...args: readonly string[]) {
  const env = { ...process.env, INIT_CWD: CALLER };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/start.mjs'), ...args], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, built: stderr.includes('compiling') };
}

const printed = (...args: readonly string[]) => `${JSON.stringify({ args, cwd: CALLER })}\n`;

test('it builds what changed, keeps stdout for the command, and ends as the command ends', () => {
  expect(start('call', 'x', '--json')).toEqual({ status: 3, stdout: printed('call', 'x', '--json'), built: true });
  expect(start('call')).toEqual({ status: 3, stdout: printed('call'), built: false });
  expect(start()).toEqual({ status: 3, stdout: printed('chat'), built: false });

  write('apps/cli/src/more.ts', '');
  expect(start('call')).toEqual({ status: 3, stdout: printed('call'), built: true });

  rmSync(join(ROOT, 'apps/cli/dist'), { recursive: true });
  expect(start('call')).toEqual({ status: 3, stdout: printed('call'), built: true });
});

test('a build that fails is an error, and is tried again', () => {
  write('apps/cli/src/index.ts', 'broken');
  expect(start('call')).toEqual({ status: 1, stdout: '', built: true });
  expect(start('call')).toEqual({ status: 1, stdout: '', built: true });
});
