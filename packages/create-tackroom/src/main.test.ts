import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from './main.js';

const cwd = mkdtempSync(join(tmpdir(), 'create-tackroom-main-'));
afterAll(() => rmSync(cwd, { recursive: true }));

function run(...argv: readonly string[]) {
  let stdout = '';
  let stderr = '';
  const code = main(argv, { cwd, stdout: { write: (text) => (stdout += text) }, stderr: { write: (text) => (stderr += text) } });
  return { code, stdout, stderr };
}

test('help', () => {
  expect(run('--help')).toEqual({ code: 0, stdout: expect.any(String), stderr: '' });
  expect(run('x', '-h').stdout).toBe(run('--help').stdout);
  expect(run('--help').stdout).toMatchInlineSnapshot(`
   "Usage: npm create tackroom [dir] [-- options]

   Makes a Tackroom project: an annotated tool with an injected service, a
   test on a scripted model, and everything configured to build and run it.

   Arguments:
     dir            folder to make it in (default: the current one, if it is empty)

   Options:
     --name <name>  name of the package (default: the name of the folder)
     -V, --version  print the version, which is also that of the project's packages
     -h, --help     print this help

   Example:
     $ npm create tackroom my-agent
   "
  `);
});

test('the version is that of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('a folder and a name', () => {
  const ran = run('my-agent', '--name', '@me/agent');
  expect(ran).toEqual({ code: 0, stdout: expect.stringContaining('  cd my-agent && npm install\n  npm start\n'), stderr: '' });
  expect(JSON.parse(readFileSync(join(cwd, 'my-agent/package.json'), 'utf8')).name).toBe('@me/agent');
});

test.each([
  [['a', 'b'], 'One folder can be named, and "b" is a second one. See npm create tackroom -- --help [CREATE_USAGE]'],
  [['--force'], "Unknown option '--force'. See npm create tackroom -- --help [CREATE_USAGE]"],
  [['a', '--name'], "Option '--name <value>' argument missing. See npm create tackroom -- --help [CREATE_USAGE]"],
  [
    ['a', '--name', 'A'],
    'The package cannot be called "A": the name has capital letters. Give another one: npm create tackroom a -- --name my-agent [CREATE_NAME_INVALID]',
  ],
])('%j is refused on one line', (argv, line) => {
  expect(run(...argv)).toEqual({ code: 2, stdout: '', stderr: `create-tackroom: ${line}\n` });
});
