import { WORKSPACE_DIRECTORY_SUITE } from './workspace-directory-contract.js';
import { WORKSPACE_LINK_SUITE } from './workspace-link-contract.js';
import { readAll, WORKSPACE_READ_SUITE } from './workspace-read-contract.js';
import { WORKSPACE_REMOVE_SUITE } from './workspace-remove-contract.js';
import { WORKSPACE_SEARCH_SUITE } from './workspace-search-contract.js';
import { WORKSPACE_WRITE_SUITE } from './workspace-write-contract.js';
import { codeOf, declareSuite } from './test-api.js';
import type { Suite, TestApi } from './test-api.js';
import type { MakeWorkspace, OverWorkspace, WorkspaceContext } from './workspace-context.js';

const GOOD: readonly (readonly [path: string, normalized: string])[] = [
  ['a.txt', 'a.txt'],
  ['.', ''],
  ['./src//a.ts', 'src/a.ts'],
  ['src/./b/', 'src/b'],
  ['src/../a.txt', 'a.txt'],
  ['src/..', ''],
  ['missing/../a.txt', 'a.txt'],
  ['..foo/...', '..foo/...'],
  ['~/x', '~/x'],
  ['%2e%2e/x', '%2e%2e/x'],
  ['file:///etc/passwd', 'file:/etc/passwd'],
  ['a b\n[id]/(x)$', 'a b\n[id]/(x)$'],
];

const BAD: readonly (readonly [path: string, code: string])[] = [
  ['', 'PATH_INVALID'],
  ['a\0.txt', 'PATH_INVALID'],
  ['\ud800', 'PATH_INVALID'],
  ['x'.repeat(256), 'PATH_INVALID'],
  [`${'a/'.repeat(2500)}b`, 'PATH_INVALID'],
  ['..', 'PATH_OUTSIDE'],
  ['../x', 'PATH_OUTSIDE'],
  ['src/../../x', 'PATH_OUTSIDE'],
  ['/', 'PATH_OUTSIDE'],
  ['/etc/passwd', 'PATH_OUTSIDE'],
  ['//etc/passwd', 'PATH_OUTSIDE'],
];

/**
 * Declares the tests of a `Workspace` that has a boundary. Paths are spelled as POSIX spells them; the file system must
 * tell case apart. `make` is given files whose links may lead to `../outside/secret.txt`: something that must not be read.
 */
export function workspaceContract(name: string, make: MakeWorkspace, api: TestApi): void {
  const over: OverWorkspace = async (files, body, symlinks = 'refuse', also = {}) => {
    const { workspace, close } = await make(files, { symlinks, also });
    try {
      await body(workspace);
    } finally {
      await workspace.close();
      await close?.();
    }
  };
  for (const suite of SUITES) declareSuite(name, api, suite, { over, expect: api.expect });
}

const WORKSPACE_PATH_SUITE: Suite<WorkspaceContext> = {
  'a path has one spelling, and nothing in it is expanded or decoded': async ({ over, expect }) => {
    await over({}, async (workspace) => {
      const session = workspace.session('s');
      for (const [path, normalized] of GOOD) expect([path, session.normalize(path)]).toEqual([path, normalized]);
      for (const [, normalized] of GOOD) if (normalized !== '') expect(session.normalize(normalized)).toEqual(normalized);
    });
  },

  'a path that leads outside or cannot be one is refused by everything that takes a path': async ({ over, expect }) => {
    await over({ 'a.txt': 'a' }, async (workspace) => {
      const session = workspace.session('s');
      for (const [path, code] of BAD) {
        const codes = await Promise.all([
          codeOf(() => session.normalize(path)),
          codeOf(() => session.stat(path)),
          codeOf(() => session.list(path, 10)),
          codeOf(() => readAll(session, path)),
          codeOf(() => session.glob({ pattern: '*', path, limit: 10 })),
          codeOf(() => session.grep({ pattern: 'a', path, limit: 10 })),
          codeOf(() => session.write(path, Uint8Array.of(), { overwrite: true })),
          codeOf(() => session.remove(path, { recursive: true })),
          codeOf(() => session.changeDirectory(path)),
        ]);
        expect([path, codes]).toEqual([path, codes.map(() => code)]);
      }
    });
  },

  'below its host path the root has absolute spellings too, if it has one': async ({ over, expect }) => {
    await over({ 'src/a.txt': 'a' }, async (workspace) => {
      const { root } = workspace;
      if (root === null) return;
      const session = workspace.session('s');
      expect([session.normalize(root), session.normalize(`${root}/src/../src/a.txt`)]).toEqual(['', 'src/a.txt']);
      expect(await codeOf(() => session.normalize(`${root}-evil/a.txt`))).toEqual('PATH_OUTSIDE');
      expect(await codeOf(() => session.normalize(`${root}/../x`))).toEqual('PATH_OUTSIDE');
    });
  },

  'a fact says what a rule may know of a path, and never fails': async ({ over, expect }) => {
    await over({ 'src/a.txt': 'a' }, async (workspace) => {
      const session = workspace.session('s');
      expect(await session.fact('./src//a.txt')).toEqual({
        raw: './src//a.txt',
        normalized: 'src/a.txt',
        canonical: 'src/a.txt',
        outside: false,
      });
      expect(await session.fact('.')).toEqual({ raw: '.', normalized: '', canonical: '', outside: false });
      expect(await session.fact('src/new/b.txt')).toEqual({
        raw: 'src/new/b.txt',
        normalized: 'src/new/b.txt',
        canonical: 'src/new/b.txt',
        outside: false,
      });
      for (const [path, code] of BAD) {
        expect(await session.fact(path)).toEqual({
          raw: path,
          normalized: undefined,
          canonical: undefined,
          outside: code === 'PATH_OUTSIDE',
        });
      }
    });
  },
};

const SUITES: readonly Suite<WorkspaceContext>[] = [
  WORKSPACE_PATH_SUITE,
  WORKSPACE_READ_SUITE,
  WORKSPACE_LINK_SUITE,
  WORKSPACE_SEARCH_SUITE,
  WORKSPACE_WRITE_SUITE,
  WORKSPACE_REMOVE_SUITE,
  WORKSPACE_DIRECTORY_SUITE,
];
