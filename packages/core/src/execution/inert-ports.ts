import { ToolFailure, HarnessError } from '../contracts/errors.js';
import type { PathFact } from '../contracts/permissions.js';
import type { RunResolver } from '../contracts/run-scope.js';
import type { SandboxAccess } from '../contracts/sandbox.js';
import { tokenName } from '../contracts/token.js';
import type { WorkspaceSession } from '../contracts/workspace.js';

const noWorkspace = (): never => {
  throw new ToolFailure('This harness has no workspace: give HarnessModule.create({ workspace }) a root directory.', {
    code: 'WORKSPACE_MISSING',
  });
};

const noWorkspaceAsync = (): Promise<never> => Promise.resolve().then(noWorkspace);

/** The workspace of a harness that has none: readable, and every access fails with `WORKSPACE_MISSING`. */
export const NO_WORKSPACE: WorkspaceSession = Object.freeze({
  root: null,
  cwd: '',
  caseInsensitive: false,
  normalize: noWorkspace,
  fact: (path: string): Promise<PathFact> => Promise.resolve({ raw: path, normalized: undefined, canonical: undefined, outside: true }),
  stat: noWorkspaceAsync,
  list: noWorkspaceAsync,
  open: noWorkspaceAsync,
  write: noWorkspaceAsync,
  remove: noWorkspaceAsync,
  exportFile: noWorkspaceAsync,
  changeDirectory: noWorkspaceAsync,
  glob: noWorkspaceAsync,
  grep: noWorkspaceAsync,
});

/** The sandbox of a harness that has none: every command fails with `SANDBOX_MISSING`. */
export const NO_SANDBOX: SandboxAccess = Object.freeze({
  isolation: 'none',
  exec: () =>
    Promise.reject(
      new ToolFailure('This harness has no place to run commands: give HarnessModule.create({ sandbox }) a provider.', {
        code: 'SANDBOX_MISSING',
      }),
    ),
});

/** Dependencies of a call outside every container: each lookup throws `RUN_DEPENDENCY_MISSING`. */
export const NO_DEPENDENCIES: RunResolver = Object.freeze({
  get<T>(of: Parameters<RunResolver['get']>[0]): T {
    throw new HarnessError(
      'RUN_DEPENDENCY_MISSING',
      `${tokenName(of)} is not available here: this call runs outside a harness. Provide it in HarnessModule.create({ providers }) or agent.run(…, { providers }).`,
    );
  },
  close: () => Promise.resolve(),
});
