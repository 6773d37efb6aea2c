import { HarnessError } from '@tackroom/core';
import { rootWarning } from './root-warning.js';

/** Whether one sandbox can be had on this machine. */
export interface IsolationTrial {
  /** The class to use. */
  readonly sandbox: string;
  /** How to write it: `new BubblewrapSandbox()`. */
  readonly use: string;
  readonly works: boolean;
  /** The program, its version and how far its limits reach, or what is missing and how to get it. */
  readonly detail: string;
  /** What is weaker than it could be, and what to do about it. */
  readonly warning?: string;
}

/** How long a gateway may take to make a sandbox for a trial, in milliseconds. */
const TRIAL_CREATE_TIMEOUT_MS = 60_000;

/** Runs a trial command in the sandbox that isolates commands without a server. Never rejects; takes a tenth of a second. */
export async function tryIsolation(): Promise<IsolationTrial> {
  const { BubblewrapSandbox } = await import('@tackroom/sandbox');
  const warning = rootWarning('bubblewrap');
  const tried = await trial('BubblewrapSandbox', 'new BubblewrapSandbox()', async () => {
    const { path, version, limitScope, limitScopeReason } = await new BubblewrapSandbox({ limits: { scope: 'auto' } }).inspect();
    const limits =
      limitScope === 'command' ? 'can bound whole commands' : `bound each process by itself, because ${limitScopeReason ?? ''}`;
    return `bubblewrap ${version}, ${path}; limits ${limits}`;
  });
  return tried.works && warning !== undefined ? { ...tried, warning } : tried;
}

/**
 * Runs a trial command in every sandbox that isolates commands, one after the other. Never rejects. Where the programs are
 * there it takes up to seconds: a container is started, a gateway makes a sandbox, and both are removed again.
 */
export async function tryIsolations(): Promise<readonly IsolationTrial[]> {
  const { DockerSandbox, OpenShellSandbox, SrtSandbox } = await import('@tackroom/sandbox');
  return [
    await tryIsolation(),
    await trial('SrtSandbox', 'new SrtSandbox()', async () => {
      const { isolation, version } = await new SrtSandbox().inspect();
      return `@anthropic-ai/sandbox-runtime ${version}, with ${isolation}`;
    }),
    await trial('DockerSandbox', "new DockerSandbox({ root: '.' })", async () => {
      const { kind, path, version, image } = await new DockerSandbox({ root: process.cwd() }).inspect();
      return `${kind} ${version}, ${path}, with the image ${image}`;
    }),
    await trial('OpenShellSandbox', "new OpenShellSandbox({ root: '.' })", async () => {
      const { path, version } = await new OpenShellSandbox({ root: process.cwd(), createTimeoutMs: TRIAL_CREATE_TIMEOUT_MS }).inspect();
      return `openshell ${version}, ${path}`;
    }),
  ];
}

async function trial(sandbox: string, use: string, look: () => Promise<string>): Promise<IsolationTrial> {
  try {
    return { sandbox, use, works: true, detail: await look() };
  } catch (error) {
    return { sandbox, use, works: false, detail: HarnessError.is(error) ? error.message : String(error) };
  }
}
