import type { SandboxProvider, SandboxSession, Workspace, WorkspaceSession } from '@tackroom/core';
import { FakeSandbox, InMemoryWorkspace, sandboxContract, workspaceContract } from '@tackroom/testing';
import { fails } from './test-fails.js';
import { COMMANDS } from './contract-commands.js';

type Change = (session: WorkspaceSession) => Partial<WorkspaceSession>;

/** A workspace in memory whose sessions are changed. */
function changed(workspace: Workspace, change: Change): Workspace {
  return {
    name: workspace.name,
    root: workspace.root,
    close: () => workspace.close(),
    session: (sessionId) => {
      const session = workspace.session(sessionId);
      return Object.assign(Object.create(session) as WorkspaceSession, change(session)); // everything else comes from the prototype
    },
  };
}

test.each<[what: string, change: Change, title: string]>([
  [
    'decodes',
    (session) => ({ normalize: (path) => session.normalize(path.replaceAll('%2e', '.')) }),
    'a path has one spelling, and nothing in it is expanded or decoded',
  ],
  [
    'clamps at the root',
    (session) => ({ stat: (path) => session.stat(path.replaceAll('..', '.')) }),
    'a path that leads outside or cannot be one is refused by everything that takes a path',
  ],
  [
    'takes a spelling for the file',
    (session) => ({
      fact: async (path) => {
        const fact = await session.fact(path);
        return { ...fact, canonical: fact.normalized };
      },
    }),
    'a fact follows links to say which file is meant, also where they are refused',
  ],
  [
    'counts what it shows',
    (session) => ({
      list: async (path, limit) => {
        const listing = await session.list(path, limit);
        return { ...listing, total: listing.entries.length };
      },
    }),
    'a directory is listed in name order with kinds and sizes, up to a limit and with the true count',
  ],
  [
    'reads one byte too few',
    (session) => ({
      open: async (path) => {
        const file = await session.open(path);
        return {
          path: file.path,
          size: file.size,
          revision: file.revision,
          read: (offset, length) => file.read(offset, length - 1),
          close: () => file.close(),
        };
      },
    }),
    'a file is read byte by byte, fewer only at its end',
  ],
  [
    'always replaces',
    (session) => ({ write: (path, content) => session.write(path, content, { overwrite: true }) }),
    'of creators that race exactly one succeeds',
  ],
  [
    'takes any revision',
    (session) => ({ write: (path, content, { overwrite }) => session.write(path, content, { overwrite }) }),
    'a revision that is no longer the file keeps it from being replaced',
  ],
  [
    'always takes all',
    (session) => ({ remove: (path) => session.remove(path, { recursive: true }) }),
    'a directory goes with all it holds only when that is asked for, links in it not followed',
  ],
  [
    'stays at the root',
    (session) => ({ changeDirectory: (path) => Promise.resolve(session.normalize(path)) }),
    'a session starts at the root, and relative paths follow its working directory',
  ],
  [
    'moves a view with its session',
    (session) => ({ at: () => session }),
    'a view of a session stays in its directory whatever the session does, and a change that it makes is the session’s',
  ],
  [
    'never says more',
    (session) => ({ glob: async (query) => ({ ...(await session.glob(query)), more: false }) }),
    'a limit cuts the list and says so, only if there is more',
  ],
  [
    'ignores ignore files',
    (session) => ({ grep: (query) => session.grep({ ...query, includeIgnored: true }) }),
    'ignore files are honoured, unless they are switched off or what they ignore is asked for by name',
  ],
  [
    'calls a bad pattern no match',
    (session) => ({ grep: (query) => session.grep(query).catch(() => ({ matches: [], more: false, ignored: 0, warnings: [] })) }),
    'an expression that is none, or that no linear engine can run, is refused',
  ],
])('the workspace suite catches one that %s', async (_, change, title) => {
  const declare = (api: Parameters<typeof workspaceContract>[2]): void =>
    workspaceContract('x', (files, options) => ({ workspace: changed(new InMemoryWorkspace(files, options), change) }), api);
  expect(await fails(declare, title)).toBe(true);
});

test('the workspace suite catches one that follows links although it should not', async () => {
  const declare = (api: Parameters<typeof workspaceContract>[2]): void =>
    workspaceContract('x', (files) => ({ workspace: new InMemoryWorkspace(files, { symlinks: 'inside' }) }), api);
  expect(await fails(declare, 'links are listed as links and refused as a way')).toBe(true);
});

type SandboxChange = (session: SandboxSession) => Partial<SandboxSession>;

function changedSandbox(provider: SandboxProvider, change: SandboxChange): SandboxProvider {
  return {
    name: provider.name,
    open: async (options) => {
      const session = await provider.open(options);
      return Object.assign(Object.create(session) as SandboxSession, change(session)); // everything else comes from the prototype
    },
  };
}

test.each<[what: string, change: SandboxChange, title: string]>([
  [
    'calls a killed command a success',
    (session) => ({ exec: async (command, options) => ({ ...(await session.exec(command, options)), exitCode: 0, signal: null }) }),
    'death by a signal is no success, and neither is a command that does not exist',
  ],
  [
    'keeps everything',
    (session) => ({ exec: (command, { maxOutputChars: _, ...options } = {}) => session.exec(command, options) }),
    'of a flood head and tail are kept, and its size is told',
  ],
  [
    'drops the environment',
    (session) => ({ exec: (command, { env: _, ...options } = {}) => session.exec(command, options) }),
    'the environment holds what was added, word for word, and no secret of this process',
  ],
  [
    'runs on after it was closed',
    (session) => ({ close: () => Promise.resolve(), exec: (command, options) => session.exec(command, { timeoutMs: 200, ...options }) }),
    'closing a session ends what runs in it and no other; then it runs nothing',
  ],
  [
    'has files of its own and brings nothing back',
    () => ({ ownsFilesystem: true, sync: () => Promise.resolve(undefined) }),
    'files of its own are brought back, and the session goes on with the files as they are then',
  ],
])('the sandbox suite catches one that %s', async (_, change, title) => {
  const declare = (api: Parameters<typeof sandboxContract>[2]): void =>
    sandboxContract('x', () => ({ provider: changedSandbox(new FakeSandbox(COMMANDS), change), root: null }), api);
  expect(await fails(declare, title)).toBe(true);
});
