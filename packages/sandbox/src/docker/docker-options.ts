import { excludeProblems } from '../confinement/confinement-options.js';
import { posix } from 'node:path';
import type { Problem, SyncReport } from '@tackroom/core';

/** Bounds on what a container may use, all its processes together. */
export interface ContainerLimits {
  /** Memory in megabytes, what is written to `/tmp` included; 4 096 unless given. There is no swap besides. */
  readonly memoryMb: number;
  /** Processors, for example 1.5; all of the machine's unless given. */
  readonly cpus: number | undefined;
  /** Processes and threads at once; 1 024 unless given. */
  readonly processes: number;
}

/** Options of {@link DockerSandbox}. Times are milliseconds. */
export interface DockerSandboxOptions {
  /** The directory whose copy commands and file tools work on. The harness must not name another. */
  readonly root: string;
  /** The image of the containers; `node:22-bookworm` unless given. It must have bash 4.4 or newer, and `env`. */
  readonly image?: string;
  /** Whether an image that is not there is fetched when the sandbox is first tried (`missing`), or refused (`never`, the default). */
  readonly pull?: 'never' | 'missing';
  /** Path or name of the engine's program; `docker` unless given. `podman` works as well. */
  readonly docker?: string;
  /** What containers run in, if not in the engine's usual one, for example `runsc` (gVisor). */
  readonly runtime?: string;
  /** Network of the containers: `none` (the default), or one that the engine knows by this name. Not the host's. */
  readonly network?: string;
  readonly limits?: Partial<ContainerLimits>;
  /**
   * Who commands are, as `uid:gid` in numbers. Unless given the user of this process; for root 1000:1000, who the copy is given
   * to. Anybody else but root must have the right to give files away.
   */
  readonly user?: string;
  /** Absolute paths of this machine that commands may read besides, under the same names. */
  readonly readable?: readonly string[];
  /** Variables that every command gets, on top of those of the image. */
  readonly env?: Readonly<Record<string, string>>;
  /** Environment variables of this process that commands may see. */
  readonly passEnv?: readonly string[];
  /** Paths in the workspace that never come back, in place of those that programs outside run or obey. */
  readonly protect?: readonly string[];
  /** Names of what is not copied, at any depth, for example `node_modules`: neither commands nor file tools see it then. */
  readonly exclude?: readonly string[];
  /** How long a command may take to end after TERM before it is killed; 2 000 unless given. */
  readonly graceMs?: number;
  /** Is told what came of a session's changes. */
  readonly onSync?: (report: SyncReport, sessionId: string) => void;
}

export const DEFAULT_IMAGE = 'node:22-bookworm';
export const DEFAULT_CONTAINER_LIMITS: ContainerLimits = Object.freeze({ memoryMb: 4_096, cpus: undefined, processes: 1_024 });

/** What a container needs where the image has it. */
const PLACES_OF_THE_IMAGE = ['/bin', '/boot', '/dev', '/etc', '/lib', '/lib64', '/proc', '/run', '/sbin', '/sys', '/tmp', '/usr', '/var'];
/** Where the sockets of engines are: who reaches one is root on the host. */
const ENGINE_SOCKETS = ['/run/docker.sock', '/var/run/docker.sock', '/run/podman/podman.sock', '/var/run/podman/podman.sock'];

/** Everything that is wrong with options. `root` is canonical. */
export function dockerProblems(options: DockerSandboxOptions, root: string): readonly Problem[] {
  const { network, limits = {}, readable = [], env = {}, protect = [], exclude = [] } = options;
  const found: readonly (readonly [where: string, messages: readonly string[]])[] = [
    ['root', rootProblems(root)],
    ...Object.entries(PLAIN_CHECKS).map(([where, check]) => [where, check(options)] as const),
    ['network', networkProblems(network)],
    ...limitProblems(limits),
    ['readable', readable.flatMap(readableProblems)],
    ['env', Object.keys(env).flatMap(variableProblems)],
    ['protect', protect.flatMap(protectProblems)],
    ['exclude', excludeProblems(exclude).map(({ message }) => message)],
  ];
  return found.flatMap(([where, messages]) => messages.map((message) => ({ code: 'SANDBOX_OPTION_INVALID', where, message })));
}

const NAME = /^[A-Za-z0-9]\S*$/;
const PLAIN_CHECKS: Readonly<Record<string, (options: DockerSandboxOptions) => readonly string[]>> = {
  image: ({ image }) => unless(NAME, image, 'is no name of an image. Write it as docker pull takes it.'),
  pull: ({ pull }) => unless(/^(?:never|missing)$/, pull, "is neither 'never' nor 'missing'."),
  runtime: ({ runtime }) => unless(NAME, runtime, 'is no name of a runtime.'),
  user: ({ user }) => unless(/^\d{1,10}:\d{1,10}$/, user, "is no user and group by number. Write user: '1000:1000'."),
  graceMs: ({ graceMs = 0 }) => (Number.isFinite(graceMs) && graceMs >= 0 ? [] : ['must be milliseconds, from 0.']),
};

function unless(pattern: RegExp, value: string | undefined, message: string): readonly string[] {
  return value === undefined || pattern.test(value) ? [] : [`${JSON.stringify(value)} ${message}`];
}

function rootProblems(root: string): readonly string[] {
  if (root !== '/' && !PLACES_OF_THE_IMAGE.includes(root) && !root.includes('\n')) return [];
  return [`is ${root}, where the container has files of its own. Name a directory of a project.`];
}

function variableProblems(name: string): readonly string[] {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? [] : [`${JSON.stringify(name)} is no name of a variable.`];
}

function protectProblems(path: string): readonly string[] {
  const isPlain = !path.startsWith('/') && path.split('/').every((name) => !['', '.', '..'].includes(name));
  return isPlain ? [] : [`${JSON.stringify(path)} is no plain path in the workspace. Write it relative to the root.`];
}

function networkProblems(network: string | undefined): readonly string[] {
  if (network === undefined || /^(?!host$)[A-Za-z0-9][\w.-]*$/.test(network)) return [];
  return [
    `is ${JSON.stringify(network)}. Write 'none', or the name of a network of the engine; not the host's and not another container's.`,
  ];
}

function limitProblems(limits: Partial<ContainerLimits>): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(limits).map(([name, value]) => [`limits.${name}`, value === undefined ? [] : limitProblem(name, value)]);
}

function limitProblem(name: string, value: number): readonly string[] {
  if (!(name in DEFAULT_CONTAINER_LIMITS)) return [`is no limit. There are ${Object.keys(DEFAULT_CONTAINER_LIMITS).join(', ')}.`];
  if (name === 'cpus') return value > 0 ? [] : ['must be a number of processors above zero.'];
  // Docker takes no less memory than 6 MB, and bash no less than a few processes.
  const least = name === 'memoryMb' ? 16 : 8;
  return Number.isSafeInteger(value) && value >= least ? [] : [`must be a whole number from ${least}.`];
}

function readableProblems(path: string): readonly string[] {
  if (!path.startsWith('/')) return [`${path} is not absolute. Write the whole path.`];
  const plain = posix.normalize(path).replace(/(?<=.)\/$/, '');
  const holdsSocket = ENGINE_SOCKETS.some((socket) => socket === plain || socket.startsWith(plain === '/' ? '/' : `${plain}/`));
  return holdsSocket ? [`${path} would show the engine's socket, by which commands would be root on this machine. Name less.`] : [];
}
