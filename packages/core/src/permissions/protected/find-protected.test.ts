import { findObeyedInRepository, findProtected, namesOf } from './find-protected.js';
import { CONFIG_FILE_NAMES, KEYS, OBEYED, REPOSITORY_NAMES, REPOSITORY_OBEYED } from './protected-names.js';

const ENTRIES = [...REPOSITORY_NAMES, ...OBEYED, ...KEYS, ...CONFIG_FILE_NAMES].map((entry) => entry.replaceAll('*', 'x'));
const kindOf = (path: string): string | undefined => findProtected(namesOf(path))?.kind;

/** Other spellings of one name that some file system takes for the same. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path.toUpperCase(),
  (path) => `a/b/c/${path}`,
  (path) => `${path}/below/it`,
  (path) => `a/${path}./below`,
  (path) => `a/${path} /below`,
  (path) => `a/${path}::$INDEX_ALLOCATION/below`,
  (path) => `a/${path.slice(0, 2)}\u200c${path.slice(2)}`,
  (path) => `./a//${path}`,
  (path) => `a\\${path.replaceAll('/', '\\')}`,
];

test('every entry is found at any depth, with what is below it, in each spelling', () => {
  const missed = ENTRIES.flatMap((entry) => SPELLINGS.map((spell) => spell(entry)).filter((path) => kindOf(path) === undefined));
  expect(missed).toEqual([]);
});

test.each(['GIT~1/config', 'a/git~1', 'VSCODE~1/tasks.json', 'CLAUDE~2/x', 'SSH~1/id', 'MCP~1.JSO'])(
  '%s is what Windows also calls one of them',
  (path) => {
    expect(kindOf(path)).toBeDefined();
  },
);

test.each([
  ...['.gitignore', '.gitkeep', 'git/config', 'src/env.ts', 'x.env', 'tackroom.md', 'package.json', 'Makefile', 'src/config.ts'],
  ...['ssh/id', '.github/ISSUE_TEMPLATE.md', 'claude.md.txt', '.docker/Dockerfile', '.config/eslint.json'],
  ...['git~5/config', 'npmrc', 'a.git/x', 'mise.toml.md', 'code-workspace'],
])('%s is an ordinary name', (path) => {
  expect(kindOf(path)).toBeUndefined();
});

test('the longest entry decides, so that keys in a directory of settings are keys', () => {
  expect(findProtected(namesOf('home/.config/git/credentials'))).toEqual({ kind: 'keys', start: 1, length: 4 });
  expect(findProtected(namesOf('home/.config/git/config'))).toEqual({ kind: 'obeyed', start: 1, length: 3 });
});

test('of a repository settings, hooks and what leads elsewhere are obeyed, and data is not', () => {
  for (const entry of REPOSITORY_OBEYED) expect(findObeyedInRepository(`${entry.replaceAll('*', 'wt')}/x`.split('/'))).toBeDefined();
  for (const path of ['HEAD', 'index', 'objects/ab/cdef', 'refs/heads/main', 'logs/HEAD', 'worktrees/wt/index', 'COMMIT_EDITMSG']) {
    expect(findObeyedInRepository(path.split('/'))).toBeUndefined();
  }
});
