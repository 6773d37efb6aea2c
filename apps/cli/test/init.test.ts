import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { jsonOf, runMain, scratchFolder } from './run-main.js';

const cwd = scratchFolder({ 'notes.txt': 'mine' });

test('init makes the project of create-tackroom', async () => {
  const ran = await runMain(['init', 'my-agent'], { cwd });
  expect(ran).toEqual({ code: 0, stdout: expect.stringMatching(/^Made a Tackroom project in my-agent:\n/), stderr: '' });
  expect(ran.stdout).toContain('\n  cd my-agent && npm install\n  npm start\n');
  expect(readdirSync(join(cwd, 'my-agent'))).toContain('package.json');
});

test('init --json says what was written and what comes next', async () => {
  const ran = await runMain(['init', 'a folder', '--name', 'other', '--json'], { cwd });
  const directory = join(cwd, 'a folder');
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(jsonOf(ran)).toEqual({
    directory,
    files: files.map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1)).sort(),
    next: ["cd 'a folder' && npm install", 'npm start'],
  });
});

test.each([
  [[], 'CREATE_FOLDER_NOT_EMPTY', 'tackroom init my-agent'],
  [['x', '--name', 'X'], 'CREATE_NAME_INVALID', 'tackroom init x --name my-agent'],
  [['my-agent'], 'CREATE_FILES_EXIST', 'README.md'],
  [['x', 'y'], 'CLI_USAGE', 'too many arguments'],
])('init %j fails with %s and the way on', async (args, code, names) => {
  const ran = await runMain(['init', ...args, '--json'], { cwd });
  expect(ran).toMatchObject({ code: 2, stderr: '' });
  expect(jsonOf(ran)).toEqual({ error: { code, message: expect.stringContaining(names), problems: [] } });
  expect(await runMain(['init', ...args], { cwd })).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(`[${code}]\n`) });
});
