import { HarnessError } from '@tackroom/core';

/** Whether one sandbox can be had on this machine. */
export interface IsolationTrial {
  /** The class to use. */
  readonly sandbox: string;
  readonly works: boolean;
  /** The program and its version, or what is missing and how to get it. */
  readonly detail: string;
}

/** Runs a trial command in the sandbox that isolates commands without a server. Never rejects; takes a tenth of a second. */
export async function tryIsolation(): Promise<IsolationTrial> {
  const { BubblewrapSandbox } = await import('@tackroom/sandbox');
  const sandbox = 'BubblewrapSandbox';
  try {
    const { path, version } = await new BubblewrapSandbox().inspect();
    return { sandbox, works: true, detail: `bubblewrap ${version}, ${path}` };
  } catch (error) {
    return { sandbox, works: false, detail: HarnessError.is(error) ? error.message : String(error) };
  }
}
