import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonOf, runMain, scratchFolder, writeFiles, type Ran } from './run-main.js';
import { spawnCommand, testBuilt } from './spawn-command.js';

const root = scratchFolder();

/** A folder of a test's own. */
function folderWith(files: Readonly<Record<string, unknown>> = {}): string {
  const folder = mkdtempSync(join(root, 'lock-'));
  writeFiles(folder, files);
  return folder;
}

const LOCK = 'tackroom.tools.lock.json';
const lock = (cwd: string, ...args: readonly string[]): Promise<Ran> => runMain(['tools', 'lock', ...args], { cwd });

/** Changes the text of a lock file, which is as if the tools had changed the other way. */
function edit(cwd: string, from: string | RegExp, to: string): void {
  const path = join(cwd, LOCK);
  const text = readFileSync(path, 'utf8');
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  writeFileSync(path, edited);
}

test('the file holds what a model sees of each tool, in order, and the same tools give the same file', async () => {
  const cwd = folderWith();
  expect(await lock(cwd)).toEqual({ code: 0, stdout: `Locked 9 tools in ${LOCK}.\n`, stderr: '' });
  const text = readFileSync(join(cwd, LOCK), 'utf8');
  const { version, tools } = JSON.parse(text) as { version: number; tools: Record<string, Record<string, unknown>> };
  expect([version, Object.keys(tools)]).toEqual([
    1,
    ['delete', 'edit_file', 'generate_file', 'glob', 'grep', 'list_directory', 'read_file', 'run_command', 'write_file'],
  ]);
  const shown: Record<string, unknown> = jsonOf(await runMain(['tools', 'show', 'grep', '--json'], { cwd }));
  const { title, description, category, riskLevel, replayPolicy, inputSchema, fingerprint } = shown;
  expect(tools['grep']).toEqual({ title, description, category, riskLevel, replayPolicy, inputSchema, fingerprint });
  expect(Object.keys(tools['grep'] ?? {})).toEqual(Object.keys(tools['grep'] ?? {}).sort());
  await lock(cwd);
  expect(readFileSync(join(cwd, LOCK), 'utf8')).toBe(text);
  expect(await lock(cwd, '--check')).toEqual({ code: 0, stdout: `9 tools as locked in ${LOCK}.\n`, stderr: '' });
});

testBuilt('--check says what changed, value by value, and writes nothing', async () => {
  const module = (tools: string): string => `
    import { defineTool } from 'tackroom';
    const tool = (name, properties, more) =>
      defineTool({ name, description: 'Do it.', inputSchema: { type: 'object', properties }, handler: () => name, ...more });
    export default [${tools}];`;
  const cwd = folderWith({
    'before.mjs': module(`
      tool('find', { text: { type: 'string', description: 'What to find.\\nWords, not a sentence of many words.', maxLength: 9 } }),
      tool('gone', {}),
      tool('kept', {}),
      tool('read', { file: { type: 'string' } }),
      tool('risky', { ${Array.from({ length: 14 }, (_, at) => `p${at}: {}`).join(', ')} }, { riskLevel: 'high' })`),
    'after.mjs': module(`
      tool('find', { text: { type: 'string', description: 'What to find.\\nWords, not a sentence of few words.' }, limit: { type: 'integer' } }),
      tool('kept', {}),
      tool('more', {}),
      tool('read', { file: { type: 'string' } }, { semantics: { file: 'path' } }),
      tool('risky', {}, { riskLevel: 'low' })`),
  });
  const line = (...args: readonly string[]): Promise<Ran> => spawnCommand(['tools', 'lock', ...args], { cwd });
  await line('--bundle', 'shell', '--tools', 'before.mjs');
  const before = readFileSync(join(cwd, LOCK), 'utf8');
  const { code, stdout, stderr } = await line('--check', '--bundle', 'shell', '--tools', 'after.mjs');
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout.replace(/sha256:[0-9a-f]{64}/g, 'sha256:…')).toMatchInlineSnapshot(`
   "~ find changed
       inputSchema.properties.limit
         + {"type":"integer"}
       inputSchema.properties.text.description
         - …ords, not a sentence of many words.
         + …ords, not a sentence of few words.
       inputSchema.properties.text.maxLength
         - 9
   - gone was removed
   + more was added
   ~ read changed
       fingerprint (hidden parameters, path or command parameters, or secrets)
         - sha256:…
         + sha256:…
   ~ risky changed
       inputSchema.properties.p0
         - {}
       inputSchema.properties.p1
         - {}
       inputSchema.properties.p10
         - {}
       inputSchema.properties.p11
         - {}
       inputSchema.properties.p12
         - {}
       inputSchema.properties.p13
         - {}
       inputSchema.properties.p2
         - {}
       inputSchema.properties.p3
         - {}
       inputSchema.properties.p4
         - {}
       inputSchema.properties.p5
         - {}
       inputSchema.properties.p6
         - {}
       inputSchema.properties.p7
         - {}
       … and 3 more; --json lists all

   Not as locked in tackroom.tools.lock.json. If it is meant: tackroom tools lock
   "
  `);
  expect(readFileSync(join(cwd, LOCK), 'utf8')).toBe(before);
});

test('--check --json has everything, whole', async () => {
  const cwd = folderWith();
  await lock(cwd, '--bundle', 'shell');
  edit(cwd, '"riskLevel": "high"', '"riskLevel": "low"');
  edit(cwd, '"title": "Run command"', '"was": {"a": [1]}');
  const ran = await lock(cwd, '--check', '--json', '--bundle', 'shell');
  expect(ran.code).toBe(1);
  expect(jsonOf(ran)).toEqual({
    ok: false,
    file: join(cwd, LOCK),
    changes: [
      {
        tool: 'run_command',
        kind: 'changed',
        differences: [
          { path: 'riskLevel', before: 'low', after: 'high' },
          { path: 'title', after: 'Run command' },
          { path: 'was', before: { a: [1] } },
        ],
      },
    ],
  });
});

test('the file is beside the configuration, wherever the command runs, or where --out says', async () => {
  const cwd = folderWith({ 'tackroom.config.json': { bundles: [] }, 'inner/a.txt': '' });
  const inner = join(cwd, 'inner');
  expect(jsonOf(await lock(inner, '--json'))).toEqual({ file: join(cwd, LOCK), tools: [] });
  expect((await lock(cwd, '--check')).code).toBe(0);
  expect((await lock(inner, '--out', 'own.json')).stdout).toBe('Locked 0 tools in own.json.\n');
  expect(existsSync(join(inner, 'own.json'))).toBe(true);
  expect((await lock(inner, '--check', '--out', 'own.json', '--bundle', 'shell')).stdout).toContain('+ run_command was added\n');
});

test('lint --locked holds the tools to the file', async () => {
  const cwd = folderWith();
  await lock(cwd);
  const lint = (...args: readonly string[]): Promise<Ran> => runMain(['tools', 'lint', ...args], { cwd });
  expect((await lint('--locked')).code).toBe(0);
  edit(cwd, '"riskLevel": "high"', '"riskLevel": "low"');
  expect(await lint('--locked')).toMatchObject({
    code: 1,
    stdout: `delete\n  ✗ changed since ${LOCK} was written; look at it with tackroom tools lock --check\n\n1 error in 9 tools.\n`,
  });
  expect((await lint()).code).toBe(0);
  expect((await lint('--locked', 'none.json')).code).toBe(2);
});

test.each<readonly [string, unknown, string]>([
  [
    'no file',
    undefined,
    `The lock file ${LOCK} cannot be read: there is no such file. Write it: tackroom tools lock. [CLI_FILE_UNREADABLE]`,
  ],
  ['no JSON', '{', `The lock file ${LOCK} is not valid JSON: `],
  [
    'another version',
    { version: 2, tools: {} },
    `The lock file ${LOCK} cannot be used: its version is 2, and this command writes 1. Write it anew: tackroom tools lock [CLI_LOCK_INVALID]`,
  ],
  ['no tools', { version: 1, tools: [] }, `The lock file ${LOCK} cannot be used: it has no tools. `],
  ['no entry', { version: 1, tools: { a: 1 } }, `The lock file ${LOCK} cannot be used: the entry of a is no object. `],
])('--check with %s is no verdict', async (_what, content, message) => {
  const cwd = folderWith();
  if (content !== undefined) writeFiles(cwd, { [LOCK]: content });
  const { code, stdout, stderr } = await lock(cwd, '--check');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

test('a file that cannot be written', async () => {
  const cwd = folderWith();
  const { code, stderr } = await lock(cwd, '--out', 'no/such/folder.json');
  expect(code).toBe(2);
  expect(stderr).toContain('The lock file cannot be written to no/such/folder.json: ');
  expect((await lock(cwd, '--out', '')).stderr).toContain('[CLI_USAGE]');
});
