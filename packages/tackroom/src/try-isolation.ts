import { HarnessError } from '@tackroom/core';

/** Whether one sandbox can be had on this machine. */
export interface IsolationTrial {
  /** The class to use. */
  readonly sandbox: string;
  readonly works: boolean;
  /** The program, its version and how far its limits reach, or what is missing and how to get it. */
  readonly detail: string;
}

/** Runs a trial command in the sandbox that isolates commands without a server. Never rejects; takes a tenth of a second. */
export async function tryIsolation(): Promise<IsolationTrial> {
  const { BubblewrapSandbox } = await import('@tackroom/sandbox');
  const sandbox = 'BubblewrapSandbox';
  try {
    const { path, version, limitScope, limitScopeReason } = await new BubblewrapSandbox({ limits: { scope: 'auto' } }).inspect();
    const limits =
      limitScope === 'command' ? 'can bound whole commands' : `bound each process by itself, because ${limitScopeReason ?? ''}`;
    return { sandbox, works: true, detail: `bubblewrap ${version}, ${path}; limits ${limits}` };
  } catch (error) {
    return { sandbox, works: false, detail: HarnessError.is(error) ? error.message : String(error) };
  }
}
