import { rule, importClaudeRules, HarnessModule, type JsonObject, type PermissionOptions } from 'tackroom';
import { calls, InMemoryWorkspace, ScriptedModel, text } from '@tackroom/testing';
import { fileFixture } from './file-fixture.js';

const FILES = {
  'root/.gitignore': '.env\n',
  'root/.env': 'TOKEN=env\n',
  'root/src/a.ts': 'one\nTOKEN=public\ntwo\n',
  'root/src/b.ts': 'TOKEN=public\n',
  'root/secrets/key': 'TOKEN=abc\n',
  'root/secrets/deep/id.pem': 'TOKEN=def\n',
};
const NOTE = '[Rules keep some paths from this tool; what is there is left out.]';

describe.each([
  ['ripgrep', {}],
  ['the engine of our own', { ripgrep: false }],
] as const)('by %s', (_name, engine) => {
  const files = fileFixture();
  beforeEach(() => {
    files.write(FILES);
  });

  async function search(permissions: PermissionOptions, name: string, args: JsonObject, cwd?: string): Promise<string> {
    const harness = await HarnessModule.create({
      workspace: { root: files.at('root'), ...engine },
      bundles: ['filesystem', 'navigation'],
      permissions,
    });
    try {
      if (cwd !== undefined) await harness.execute({ name: 'change_directory', args: { path: cwd } });
      const { content } = await harness.execute({ name, args });
      return String(content);
    } finally {
      await harness.close();
    }
  }

  test.each<[string, PermissionOptions]>([
    ['a deny rule', { deny: [rule('*', { path: 'secrets/' })] }],
    ['an ask rule', { ask: [rule('*', { path: 'secrets/**' })] }],
    ['a rule that was imported', importClaudeRules({ deny: ['Read(./secrets/**)'] })],
  ])('%s on a folder holds for what a search of a folder above finds', async (_name, permissions) => {
    expect(await search(permissions, 'grep', { pattern: 'TOKEN' })).toBe(`src/a.ts:2:TOKEN=public\nsrc/b.ts:1:TOKEN=public\n${NOTE}`);
    expect(await search(permissions, 'glob', { pattern: '{src,secrets}/**' })).toBe(`src/a.ts\nsrc/b.ts\n${NOTE}`);
    expect(await search(permissions, 'grep', { pattern: 'TOKEN', path: 'src' })).toContain('src/a.ts:2:TOKEN=public');
  });

  test('from another working directory as well', async () => {
    const found = await search({ deny: [rule('*', { path: 'secrets/' })] }, 'grep', { pattern: 'TOKEN', path: '..' }, 'src');
    expect(found).toBe(`a.ts:2:TOKEN=public\nb.ts:1:TOKEN=public\n${NOTE}`);
  });

  test('what a search says is the same whether or not something that is left out matches', async () => {
    const permissions = { deny: [rule('*', { path: 'secrets/' }), rule('*', { path: '**/.env' })] };
    const both = async (args: JsonObject): Promise<readonly string[]> => [
      await search(permissions, 'grep', { pattern: 'TOKEN=(abc|env|public)', ...args }),
      await search(permissions, 'grep', { pattern: 'TOKEN=public', ...args }),
    ];
    for (const args of [{}, { max_matches: 1 }, { max_matches: 2 }, { include_ignored: true }]) {
      const [withSecret, without] = await both(args);
      expect(withSecret).toBe(without);
    }
    expect(await search(permissions, 'grep', { pattern: 'TOKEN=abc' })).toBe(`No lines match in what could be searched.\n${NOTE}`);
  });

  test('lines around a match do not count as matches', async () => {
    const permissions = { deny: [rule('*', { path: 'secrets/' })] };
    expect(await search(permissions, 'grep', { pattern: 'TOKEN', path: 'src/a.ts', context: 1, max_matches: 1 })).toContain(
      'src/a.ts-1-one\nsrc/a.ts:2:TOKEN=public\nsrc/a.ts-3-two',
    );
  });

  test('a search that is allowed by the name of a folder finds what is in it', async () => {
    const permissions: PermissionOptions = {
      profile: 'locked',
      allow: [rule('grep', { path: 'src' })],
      deny: [rule('grep', { path: '**/b.ts' })],
    };
    expect(await search(permissions, 'grep', { pattern: 'TOKEN', path: 'src' })).toBe(`src/a.ts:2:TOKEN=public\n${NOTE}`);
  });

  test.each<PermissionOptions>([{}, { deny: [rule('write_file', { path: 'secrets/' })] }, { deny: [rule('grep', { pattern: 'x' })] }])(
    'rules that are not about paths of the tool change nothing',
    async (permissions) => {
      expect(await search(permissions, 'grep', { pattern: 'TOKEN=a' })).toBe('secrets/key:1:TOKEN=abc');
    },
  );
});

test('a person’s yes to a search is one to what is asked about below, not to what is denied', async () => {
  const workspace = new InMemoryWorkspace({ 'secrets/key': 'TOKEN=abc', 'drafts/x': 'TOKEN=x' });
  const permissions = { ask: ['grep'], deny: [rule('grep', { path: 'secrets/' })] };
  const harness = await HarnessModule.create({ workspace, bundles: ['filesystem'], permissions });
  const approver = { approve: () => ({ type: 'approve' }) as const };
  const found = await harness.execute({ name: 'grep', args: { pattern: 'TOKEN' } }, { approver });
  expect(found.content).toBe(`drafts/x:1:TOKEN=x\n${NOTE}`);
  await harness.close();
});

test('an agent’s own rules hold for its searches', async () => {
  const workspace = new InMemoryWorkspace({ 'secrets/key': 'TOKEN=abc', 'drafts/x': 'TOKEN=x' });
  const harness = await HarnessModule.create({ workspace, bundles: ['filesystem'] });
  const model = (): ScriptedModel => new ScriptedModel([calls(['grep', { pattern: 'TOKEN' }]), text('done')]);
  const found = async (permissions: PermissionOptions): Promise<unknown> => {
    const { messages } = await harness.createAgent({ name: 'a', model: model(), permissions }).run('Go.');
    return messages.flatMap((message) => (message.role === 'tool' ? message.content.map(({ output }) => output.value) : []));
  };
  expect(await found({ deny: [rule('grep', { path: 'secrets/' })] })).toEqual([`drafts/x:1:TOKEN=x\n${NOTE}`]);
  expect(await found({ deny: [rule('read_file', { path: 'secrets/' })] })).toEqual(['drafts/x:1:TOKEN=x\nsecrets/key:1:TOKEN=abc']);
  await harness.close();
});

test('a listing names a folder that is denied to it, with the true number of entries, and tells nothing of what is in it', async () => {
  const workspace = new InMemoryWorkspace({ 'secrets/key': 'TOKEN=abc', 'b.txt': 'b' });
  const harness = await HarnessModule.create({
    workspace,
    bundles: ['filesystem'],
    permissions: { deny: [rule('*', { path: 'secrets/' })] },
  });
  const list = async (path: string): Promise<string> => String((await harness.execute({ name: 'list_directory', args: { path } })).content);
  expect(await list('.')).toBe('., 2 entries\nb.txt (1 byte)\nsecrets/');
  expect(await list('./secrets/../secrets')).toMatch(/^Permission denied: /);
  await harness.close();
});
