import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { HarnessError } from '@tackroom/core';

/** The package that the user installs beside ours. */
const RUNTIME_PACKAGE = '@anthropic-ai/sandbox-runtime';

/** A path that is no pattern, whatever characters it has. */
export interface LiteralPath {
  readonly path: string;
  readonly literal: true;
}

/** What a command may read and write. A `denyRead` within an `allowRead` stays denied; so does a `denyWrite`. */
export interface RuntimeFiles {
  readonly denyRead: readonly LiteralPath[];
  readonly allowRead: readonly LiteralPath[];
  readonly allowWrite: readonly LiteralPath[];
  readonly denyWrite: readonly LiteralPath[];
}

/** What the runtime holds once for the whole process. */
export interface RuntimeSettings {
  readonly network: {
    readonly allowedDomains: readonly string[];
    readonly deniedDomains: readonly string[];
    readonly deniedResolvedAddresses: readonly string[];
    readonly parentProxy: { readonly noProxy: string };
  };
  readonly filesystem: RuntimeFiles;
  readonly ripgrep: { readonly command: string };
}

/** What is used of the package's `SandboxManager`. */
export interface RuntimeManager {
  initialize(settings: RuntimeSettings, ask: undefined, watchLog: boolean): Promise<void>;
  reset(): Promise<void>;
  /** Undefined while it is not set up. */
  getProxyPort(): number | undefined;
  wrapWithSandboxArgv(
    command: string,
    shell: string,
    changes: { readonly filesystem: RuntimeFiles },
    signal: undefined,
    directory: string,
    options: { readonly commandId: string },
  ): Promise<{ readonly argv: readonly string[] }>;
  cleanupAfterCommand(): void;
  getLinuxHttpSocketPath(): string | undefined;
  getLinuxSocksSocketPath(): string | undefined;
  getSandboxViolationStore(): { getViolationsForCommand(id: string): readonly { readonly line: string }[] };
}

/** The runtime, set up for one user of it. Whoever took it releases it, once. */
export interface RuntimeLease {
  readonly manager: RuntimeManager;
  /** `0.0.83`. */
  readonly version: string;
  /** Where the programs are that the package brings: commands must see them. */
  readonly programs: string;
  release(): Promise<void>;
}

type Installed = Pick<RuntimeLease, 'manager' | 'version' | 'programs'>;

interface Held {
  readonly settings: RuntimeSettings;
  readonly ready: Promise<Installed>;
  users: number;
}

let held: Held | undefined;
let ending: Promise<void> = Promise.resolve();

/**
 * Takes the runtime, of which a process has one with one set of settings for its network: whoever wants the same shares it,
 * and the last to release it ends its proxies. Rejects with `SANDBOX_UNAVAILABLE` without the package or a program that it
 * needs, and with `SANDBOX_CONFLICT` while somebody else has it set up otherwise.
 */
export async function leaseRuntime(settings: RuntimeSettings): Promise<RuntimeLease> {
  const installed = await loadRuntime();
  if (held !== undefined && !isDeepStrictEqual(held.settings, settings)) throw conflict('another SrtSandbox of this process is open with');
  const mine = (held ??= { settings, ready: setUp(installed, settings), users: 0 });
  mine.users += 1;
  let released: Promise<void> | undefined;
  const release = (): Promise<void> => (released ??= giveUp(mine, installed.manager));
  try {
    return { ...(await mine.ready), release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function setUp(installed: Installed, settings: RuntimeSettings): Promise<Installed> {
  await ending;
  if (installed.manager.getProxyPort() !== undefined) throw conflict('this program has set it up itself, with');
  try {
    // What macOS logs is told by command. On Linux the list of what may be written would be that of the first session.
    await installed.manager.initialize(settings, undefined, process.platform === 'darwin');
  } catch (cause) {
    throw unavailable(`${cause instanceof Error ? cause.message : String(cause)}. ${WHAT_IT_NEEDS}`, cause);
  }
  return installed;
}

async function giveUp(mine: Held, manager: RuntimeManager): Promise<void> {
  mine.users -= 1;
  if (mine.users > 0) return;
  if (held === mine) held = undefined;
  const wasSetUp = await mine.ready.then(
    () => true,
    (error: unknown) => !HarnessError.is(error, 'SANDBOX_CONFLICT'),
  );
  if (wasSetUp) ending = manager.reset();
  await ending;
}

async function loadRuntime(): Promise<Installed> {
  const { resolve } = createRequire(import.meta.url);
  try {
    const entry = resolve(RUNTIME_PACKAGE);
    const directory = entry.slice(0, entry.lastIndexOf(join(RUNTIME_PACKAGE)) + RUNTIME_PACKAGE.length);
    const { version } = createRequire(entry)(join(directory, 'package.json')) as { readonly version: string }; // what npm refuses to publish without
    const module = (await import(pathToFileURL(entry).href)) as { readonly SandboxManager: RuntimeManager }; // tried by a command before it is trusted
    return { manager: module.SandboxManager, version, programs: join(directory, 'vendor') };
  } catch (cause) {
    throw unavailable(`the package ${RUNTIME_PACKAGE} cannot be loaded. Install it: npm install ${RUNTIME_PACKAGE}@0.0.83.`, cause);
  }
}

const WHAT_IT_NEEDS =
  process.platform === 'darwin'
    ? 'It needs /usr/bin/sandbox-exec, which macOS has.'
    : 'It needs bubblewrap and socat: apt install bubblewrap socat, dnf install bubblewrap socat, apk add bubblewrap socat.';

/** The failure of a sandbox that cannot be had here. `why` ends a sentence and says what to do. */
export function unavailable(why: string, cause?: unknown): HarnessError {
  return new HarnessError('SANDBOX_UNAVAILABLE', `SrtSandbox cannot be used here: ${why}`, { cause });
}

function conflict(who: string): HarnessError {
  return new HarnessError(
    'SANDBOX_CONFLICT',
    `${RUNTIME_PACKAGE} has one set of network settings for a whole process, and ${who} others. Give all the same \`network\`, close the other first, or use a process for each.`,
  );
}
