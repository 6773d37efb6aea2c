import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import {
  defineTool,
  escapeGlob,
  filesystem,
  HarnessModule,
  rule,
  shell,
  type Harness,
  type HarnessOptions,
  type JsonObject,
  type PermissionOptions,
} from 'tackroom';
import { calls, ScriptedModel, text } from '@tackroom/testing';

// Ways around rules on paths, addresses and arguments that were reported of tools like this one.

let base: string;
let harness: Harness | undefined;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'tackroom-rules-')));
  const files = { 'secrets/k': 'KEY', 'docs/a.md': 'A', 'app/(group)/[id]/p$a+b.ts': 'needle', 'app/(group)/i/p$a+b.ts': 'other' };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(base, name)), { recursive: true });
    writeFileSync(join(base, name), content);
  }
  symlinkSync('secrets', join(base, 'link'));
  symlinkSync('../secrets', join(base, 'docs/link'));
});
afterEach(async () => {
  await harness?.close();
  harness = undefined;
  rmSync(base, { recursive: true });
});

const fetchUrl = defineTool({
  name: 'fetch_url',
  description: 'Fetches.',
  inputSchema: { type: 'object', properties: { url: { type: ['string', 'null', 'number', 'array'] } } },
  semantics: { url: 'url' },
  riskLevel: 'medium',
  handler: () => 'page',
});

async function boot(permissions: PermissionOptions, options: HarnessOptions = {}): Promise<Harness> {
  await harness?.close();
  harness = await HarnessModule.create({
    bundles: [filesystem(), shell({ root: base })],
    workspace: { root: base, symlinks: 'inside' },
    tools: [fetchUrl],
    permissions,
    ...options,
  });
  return harness;
}

/** What becomes of one call by a model. */
async function outcome(permissions: PermissionOptions, name: string, args: JsonObject): Promise<string> {
  const agent = (await boot(permissions)).createAgent({ name: 'clerk', model: new ScriptedModel([calls([name, args]), text('done')]) });
  const { status, messages } = await agent.run('Go.');
  if (status === 'paused') return 'asked';
  return JSON.stringify(messages).includes('Permission denied') ? 'denied' : 'run';
}

describe('what "always" grants is what was shown', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['fetch_url', { url: 'https://a.example/x' }, { url: 'https://b.example/' }],
    ['fetch_url', { url: 'https://a.example/*' }, { url: 'https://a.example/x' }],
    ['write_file', { path: 'src/[lang]/page.ts', content: 'x' }, { path: 'src/l/page.ts', content: 'x' }],
    ['run_command', { command: 'echo *' }, { command: 'echo x' }],
  ])('%s: the same call runs, another one asks', async (name, args, other) => {
    const agent = (await boot({ ask: [name] })).createAgent({
      name: 'clerk',
      model: new ScriptedModel([calls([name, args]), calls([name, args]), calls([name, other]), text('done')]),
    });
    const first = await agent.run('Go.', { sessionId: 's' });
    if (first.status !== 'paused') throw new Error(first.status);
    const second = await agent.resume(first.state.approve(undefined, { scope: 'session' }));
    if (second.status !== 'paused') throw new Error(second.status);
    expect(second.pending).toMatchObject([{ args: other }]);
  });
});

describe('characters of patterns in names of files', () => {
  const path = 'app/(group)/[id]/p$a+b.ts';
  const permissions: PermissionOptions = {
    allow: ['read_file', 'grep', 'glob'].map((name) => rule(name, { path: 'app/**' })),
    profile: 'locked',
  };

  test('a path is a path', async () => {
    const booted = await boot(permissions);
    expect((await booted.execute({ name: 'read_file', args: { path } })).content).toContain('needle');
    expect((await booted.execute({ name: 'grep', args: { path, pattern: 'needle' } })).content).toContain('needle');
  });

  test('a rule with an escaped path is about that path', async () => {
    const exact: PermissionOptions = { allow: [rule('read_file', { path: escapeGlob(path) })], profile: 'locked' };
    expect(await outcome(exact, 'read_file', { path })).toBe('run');
    expect(await outcome(exact, 'read_file', { path: 'app/(group)/i/p$a+b.ts' })).toBe('denied');
  });
});

describe('a path in another spelling', () => {
  const deny: PermissionOptions = { deny: [rule('read_file', { path: 'secrets/*' })], allow: ['read_file'] };

  test.each(['secrets/k', './secrets/k', 'src/../secrets/k', 'secrets//k', 'secrets/./k', 'link/k', 'docs/link/k', './link/../link/k'])(
    '%s is denied',
    async (path) => {
      expect(await outcome(deny, 'read_file', { path })).toBe('denied');
    },
  );

  test('also from the root of the disk', async () => {
    expect(await outcome(deny, 'read_file', { path: join(base, 'secrets/k') })).toBe('denied');
    expect(await outcome(deny, 'read_file', { path: `/${base}/docs/../secrets/k` })).toBe('denied');
    expect(await outcome(deny, 'read_file', { path: `${base}/../${basename(base)}/secrets/k` })).toBe('denied');
    expect(await outcome(deny, 'read_file', { path: `../${basename(base)}/secrets/k` })).toBe('denied');
  });

  test('a link does not widen a rule that allows', async () => {
    const allow: PermissionOptions = { allow: [rule('read_file', { path: 'docs/**' })], ask: ['read_file'] };
    expect(await outcome(allow, 'read_file', { path: 'docs/a.md' })).toBe('run');
    expect(await outcome(allow, 'read_file', { path: 'docs/link/k' })).toBe('asked');
  });
});

describe('arguments that cannot be', () => {
  test('nobody is asked about a call that only can fail', async () => {
    expect(await outcome({ ask: ['write_file'] }, 'write_file', { content: 'x' })).toBe('run');
  });

  test('a deny rule holds for the name and the arguments that would run', async () => {
    const deny: PermissionOptions = { deny: [rule('read_file', { path: 'secrets/*' })], allow: ['read_file'] };
    expect(await outcome(deny, 'readFile', { path: 'secrets/k' })).toBe('denied');
    expect(await outcome(deny, 'Read_File', { path: './secrets/k' })).toBe('denied');
  });
});

test('a person sees what would run: the arguments as they are, and a text without controls', async () => {
  const command = 'echo ok \u202etxt.hs\u001b[2K\rgit status';
  const agent = (await boot({ ask: ['run_command'] })).createAgent({
    name: 'clerk',
    model: new ScriptedModel([calls(['run_command', { command }]), text('done')]),
  });
  const run = await agent.run('Go.');
  if (run.status !== 'paused') throw new Error(run.status);
  const [request] = run.pending;
  if (request?.kind !== 'approval') throw new Error('Nobody is asked.');
  expect(request.args).toMatchObject({ command });
  expect(request.text).toMatchInlineSnapshot(`
   "run_command
     command: "echo ok \\u202etxt.hs\\u001b[2K\\rgit status"
     timeout_seconds: 30"
  `);
});

describe('a policy that cannot be read does not boot', () => {
  test.each<[string, unknown]>([
    ['a misspelt list', { denny: ['run_command'] }],
    ['a rule that is no text', { deny: [7] }],
    ['JSON that is cut off', { deny: ['run_command{"command":"rm'] }],
    ['a misspelt tool', { deny: ['run_comand'] }],
    ['an argument that the tool has not', { deny: [rule('run_command', { comand: 'rm *' })] }],
    ['a pattern that is no text', { deny: [rule('read_file', { path: 7 as never })] }], // as a plain JavaScript caller would
  ])('%s', async (_what, permissions) => {
    await expect(boot(permissions as PermissionOptions)).rejects.toThrow(/permissions\.d/); // what no type allows
  });

  test('an allow rule for a tool that nobody has is none', async () => {
    await expect(boot({ allow: ['run_comand', 'nothing_*'], deny: ['nobody_*'] })).resolves.toBeDefined();
  });
});

describe('a rule that names an argument', () => {
  test.each<[string, JsonObject]>([
    ['left out', {}],
    ['null', { url: null }],
    ['an empty list', { url: [] }],
  ])('does not match one that is %s', async (_what, args) => {
    const booted = await boot({ allow: [rule('fetch_url', { url: '*' })], deny: [rule('fetch_url', { url: '**' })] });
    expect((await booted.explain({ name: 'fetch_url', args })).source).toBe('profile');
  });
});
