import { HarnessError, type SyncReport } from '@tackroom/core';
import type { WorkspaceCopy } from '../copy/workspace-copy.js';
import { Mirror } from './mirror.js';
import type { RemoteSandbox } from './remote-sandbox.js';
import { Turns } from './turns.js';

/** What came of a session's files. */
export interface EndedFiles {
  /** Undefined if the copy was never used. */
  readonly report: SyncReport | undefined;
  /** What could not be done, beside the report. */
  readonly problem: Error | undefined;
}

/** The files of one session, here and in a sandbox that is made when the first command comes. */
export class MirroredFiles {
  private remote: { readonly sandbox: RemoteSandbox; readonly mirror: Mirror } | undefined;
  /** The copy was made anew, and the sandbox has not got it yet. */
  private isOutdated = false;
  private readonly turns = new Turns((party) => (party === 'files' ? this.fetch() : this.bring()));

  constructor(
    private readonly copy: WorkspaceCopy,
    private readonly create: () => Promise<RemoteSandbox>,
  ) {}

  /** Where commands find the workspace, once there is a sandbox. */
  get project(): string | undefined {
    return this.remote?.sandbox.project;
  }

  /** Works on the copy when no command is at work, with what the last ones made. */
  withFiles<T>(work: () => Promise<T>): Promise<T> {
    return this.turns.take('files', work);
  }

  /** Works in the sandbox, with what was written here before. */
  withSandbox<T>(work: (sandbox: RemoteSandbox) => Promise<T>): Promise<T> {
    return this.turns.take('commands', async () => work((await this.made()).sandbox));
  }

  /**
   * Brings changes back to the root and deletes the sandbox. If what commands made cannot be fetched, the sandbox is kept, so
   * that nothing is lost; what is here comes back all the same.
   */
  async end(bringBack: (ready: Promise<unknown>) => Promise<SyncReport | undefined>): Promise<EndedFiles> {
    let problem: Error | undefined;
    const fetched = this.withFiles(() => Promise.resolve()).catch((error: unknown) => {
      problem = this.remote === undefined ? asError(error) : kept(this.remote.sandbox.name, error);
    });
    const report = await bringBack(fetched);
    if (problem === undefined) await this.drop().catch((error: unknown) => (problem = asError(error)));
    return { report, problem };
  }

  /** Brings changes back to the root. The copy is made anew when it is next needed, and the sandbox then gets the same. */
  sync(): Promise<SyncReport | undefined> {
    return this.withFiles(() => {
      this.isOutdated = true;
      return this.copy.sync();
    });
  }

  /** Deletes the sandbox and what is in it. */
  async drop(): Promise<void> {
    const { remote } = this;
    this.remote = undefined;
    await remote?.sandbox.delete();
  }

  private async bring(): Promise<void> {
    await this.copy.ready();
    await (await this.made()).mirror.push();
    this.isOutdated = false;
  }

  private async fetch(): Promise<void> {
    // Since changes were brought back nothing was done there, and the copy is another one.
    if (this.isOutdated) return;
    await this.remote?.mirror.pull();
  }

  private async made(): Promise<{ readonly sandbox: RemoteSandbox; readonly mirror: Mirror }> {
    if (this.remote === undefined) {
      const sandbox = await this.create();
      this.remote = { sandbox, mirror: new Mirror(this.copy.path, sandbox) };
    }
    return this.remote;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function kept(name: string, cause: unknown): HarnessError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new HarnessError(
    'SANDBOX_LEFT_BEHIND',
    `What commands changed could not be fetched, so the sandbox ${name} was kept: ${why} Fetch it with "openshell sandbox download ${name} project", then: openshell sandbox delete ${name}`,
    { cause },
  );
}
