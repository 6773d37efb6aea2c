import { jsonOf, runMain, scratchFolder } from './run-main.js';

const cwd = scratchFolder();

test('ls prints an array of whole tools', async () => {
  const tools: readonly Record<string, unknown>[] = jsonOf(await runMain(['tools', 'ls', '--json'], { cwd }));
  expect(tools.map(({ name }) => name)).toEqual([
    'delete',
    'edit_file',
    'generate_file',
    'glob',
    'grep',
    'list_directory',
    'read_file',
    'run_command',
    'write_file',
  ]);
  const one: Record<string, unknown> = jsonOf(await runMain(['tools', 'show', 'glob', '--json'], { cwd }));
  expect(tools.find(({ name }) => name === 'glob')).toEqual(one);
  expect(Object.keys(one).sort()).toEqual([
    'category',
    'concurrency',
    'description',
    'fingerprint',
    'inputSchema',
    'name',
    'origin',
    'permission',
    'replayPolicy',
    'riskLevel',
    'timeoutMs',
    'title',
  ]);
});

test('show says where each value comes from when it is asked', async () => {
  const shown: Record<string, unknown> = jsonOf(await runMain(['tools', 'show', 'run_command', '--effective', '--json'], { cwd }));
  expect(shown).toMatchObject({ name: 'run_command', riskLevel: 'high', effective: { riskLevel: { value: 'high' } } });
  const effective = Object.values(shown['effective'] as Record<string, object>);
  expect(effective.filter((value) => Object.keys(value).sort().join() !== 'source,value')).toEqual([]);
});

test('ls fits the width of the terminal', async () => {
  const { stdout, code } = await runMain(['tools', 'ls', '--bundle', 'shell'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
   "TOOL         CATEGORY  RISK  PERMISSION  DESCRIPTION
   run_command  execute   high  inherit     Run a command with bash and wait until…
   "
  `);
});

test('show is readable', async () => {
  const { stdout, code } = await runMain(['tools', 'show', 'list_directory', '--effective'], { cwd });
  expect(code).toBe(0);
  expect(stdout.split('\n').filter((line) => [...line].length > 80 && !line.includes('subdirectories'))).toEqual([]);
  expect(stdout).toMatch(/^list_directory: List directory\n\n.+\n\ncategory +read\n/s);
  expect(stdout).toContain('\nInput\n{\n  "type": "object"');
  expect(stdout).toContain('\nEffective values\nname ');
});

test('colours are for terminals that want them', async () => {
  const line = ['tools', 'ls', '--bundle', 'shell'];
  const coloured = await runMain(line, { cwd, typed: [], env: { NO_COLOR: '', TERM: 'xterm' } });
  expect(coloured.stdout).toContain('\u001b[2mTOOL');
  for (const options of [{ typed: [] }, { env: { NO_COLOR: '', TERM: 'xterm' } }, { typed: [], env: { NO_COLOR: '', TERM: 'dumb' } }]) {
    expect((await runMain(line, { cwd, ...options })).stdout).not.toContain('\u001b');
  }
});
