import { defineTool, filesystem, git, HarnessModule, importClaudeRules, navigation, shell } from 'tackroom';
import type { Harness, JsonObject, PermissionOptions, ToolBundle } from 'tackroom';
import { fileFixture } from './file-fixture.js';

const files = fileFixture();
beforeEach(() => files.write({ 'root/.env': 'TOKEN=1\n', 'root/src/a.ts': 'a\n' }));

/** Tools that have other names than ours have, all of them. */
const renamed = (): readonly ToolBundle[] => [
  shell({ names: { run_command: 'bash' } }),
  filesystem({
    names: {
      ...{ read_file: 'cat', list_directory: 'ls', glob: 'find', grep: 'rg', write_file: 'put', edit_file: 'patch', delete: 'rm' },
      ...{ generate_file: 'make' },
    },
  }),
  git({ names: { git_show: 'show', git_diff: 'diff', git_log: 'log' } }),
  navigation({ names: { list_directory: 'dir', change_directory: 'cd' }, include: ['cd'] }),
];

async function booted(permissions: PermissionOptions, warn: (text: string) => void = () => undefined): Promise<Harness> {
  const quiet = { debug: () => undefined, info: () => undefined, error: () => undefined };
  const own = defineTool({
    name: 'peek',
    description: 'Shows a file.',
    category: 'inspect',
    semantics: { file: 'path' },
    inputSchema: { type: 'object', properties: { file: { type: 'string' } } },
    handler: () => '',
  });
  return HarnessModule.create({ bundles: renamed(), tools: [own], permissions, workspace: files.at('root'), logger: { ...quiet, warn } });
}

const at = (path: string): JsonObject => ({ path });
const ENV = at('.env');
const MORE: Readonly<Record<string, JsonObject>> = { find: { pattern: '*' }, rg: { pattern: 'x' }, show: { ref: 'HEAD' } };

test.each<[string, PermissionOptions, readonly (readonly [string, JsonObject, string])[]]>([
  [
    'a deny of a command',
    { profile: 'open', ...importClaudeRules({ deny: ['Bash(rm:*)'] }) },
    [
      ['bash', { command: 'rm x' }, 'deny'],
      ['bash', { command: 'ls' }, 'allow'],
    ],
  ],
  [
    'a deny of reading a file, for all that show what is in it',
    { profile: 'open', ...importClaudeRules({ deny: ['Read(./.env)'] }) },
    [
      ...['cat', 'ls', 'find', 'rg', 'show', 'diff', 'log'].map((name) => [name, { ...ENV, ...MORE[name] }, 'deny'] as const),
      ['patch', { ...ENV, old_string: 'a', new_string: 'b' }, 'deny'],
      ['peek', { file: '.env' }, 'deny'],
      ['put', { ...ENV, content: '' }, 'allow'],
      ['cat', at('src/a.ts'), 'allow'],
    ],
  ],
  [
    'a deny of editing',
    { profile: 'open', ...importClaudeRules({ deny: ['Edit(src/**)'] }) },
    [
      ['put', { ...at('src/x'), content: '' }, 'deny'],
      ['patch', { ...at('src/a.ts'), old_string: 'a', new_string: 'b' }, 'deny'],
      ['make', { ...at('src/x'), content: '' }, 'deny'],
      ['rm', at('src/a.ts'), 'deny'],
      ['cat', at('src/a.ts'), 'allow'],
    ],
  ],
  ...['Edit(src/**)', 'Write(src/**)', 'MultiEdit(src/**)', 'Write', 'Edit'].map(
    (rule) =>
      [
        `an allow of ${rule}, which deletes nothing`,
        importClaudeRules({ allow: [rule] }),
        [
          ['put', { ...at('src/x'), content: '' }, 'allow'],
          ['patch', { ...at('src/a.ts'), old_string: 'a', new_string: 'b' }, 'allow'],
          ['rm', at('src/a.ts'), 'ask'],
          ['rm', { ...at('src'), recursive: true }, 'ask'],
          ['bash', { command: 'rm src/a.ts' }, 'ask'],
        ],
      ] as [string, PermissionOptions, [string, JsonObject, string][]],
  ),
  [
    'an allow of a command',
    importClaudeRules({ allow: ['Bash(git log:*)'] }),
    [
      ['bash', { command: 'git log -3' }, 'allow'],
      ['bash', { command: 'git push' }, 'ask'],
    ],
  ],
  [
    'an ask before an allow',
    importClaudeRules({ allow: ['Read', 'Edit'], ask: ['Read(./.env)'] }),
    [
      ['cat', ENV, 'ask'],
      ['cat', at('src/a.ts'), 'allow'],
      ['show', { ref: 'HEAD', ...ENV }, 'ask'],
    ],
  ],
])('%s holds for tools that were renamed', async (_what, permissions, rows) => {
  const harness = await booted(permissions);
  try {
    for (const [name, args, verdict] of rows) {
      const trace = await harness.explain({ name, args });
      expect([name, args, trace.verdict, trace.source === 'none' ? trace.reason : '']).toEqual([name, args, verdict, '']);
    }
  } finally {
    await harness.close();
  }
});

test('a rule that does nothing in this harness is named in its log', async () => {
  const said: string[] = [];
  const harness = await booted(importClaudeRules({ deny: ['WebFetch(domain:a.example)', 'Bash(rm:*)'], allow: ['WebSearch'] }), (text) =>
    said.push(text),
  );
  expect(said).toEqual([
    'The imported rule permissions.deny[0] (fetches{"url":"a.example"}) is about no registered tool, so it does nothing here.',
    'The imported rule permissions.deny[1] (fetches{"url":"*.a.example"}) is about no registered tool, so it does nothing here.',
    'The imported rule permissions.allow[0] (searches-web) is about no registered tool, so it does nothing here.',
  ]);
  await harness.close();
});
