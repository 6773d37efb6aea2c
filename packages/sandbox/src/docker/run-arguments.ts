import type { Engine } from './engine.js';
import type { ContainerLimits } from './docker-options.js';
import { FIRST_PROCESS, INPUT, JOURNAL } from './supervisor.js';

/** What all containers of a session have in common. Paths are canonical. */
export interface ContainerProfile {
  readonly engine: Engine;
  readonly image: string;
  readonly sessionId: string;
  /** The files that commands work on, and where they find them. */
  readonly source: string;
  readonly root: string;
  readonly readable: readonly string[];
  readonly network: string;
  readonly limits: ContainerLimits;
  /** `uid:gid`. */
  readonly user: string;
  /** Whether an engine without root keeps the numbers of users inside as they are outside. */
  readonly keepsUserId: boolean;
  readonly runtime: string | undefined;
}

/** Label of every container, with the id of its session: `docker ps --all --filter label=tackroom.session`. */
const SESSION_LABEL = 'tackroom.session';

const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'FTP_PROXY', 'ALL_PROXY'];

/** Arguments that start a container which does nothing but wait: no capabilities, no way to new ones, nothing to write to but the workspace and `/tmp`. */
export function runArguments(
  profile: ContainerProfile,
  name: string,
  control: { readonly input: string; readonly journalFile: string },
): readonly string[] {
  const { engine, limits, network, runtime } = profile;
  return [
    ...['run', '--rm', '--interactive', '--pull', 'never', '--name', name, '--label', `${SESSION_LABEL}=${profile.sessionId}`],
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--read-only', '--user', profile.user],
    ...(profile.keepsUserId ? ['--userns', 'keep-id'] : []),
    ...['--network', network, '--hostname', 'sandbox', ...proxyArguments(engine, network)],
    ...['--memory', `${limits.memoryMb}m`, '--memory-swap', `${limits.memoryMb}m`, '--pids-limit', String(limits.processes)],
    ...(limits.cpus === undefined ? [] : ['--cpus', String(limits.cpus)]),
    '--no-healthcheck',
    ...(runtime === undefined ? [] : ['--runtime', runtime]),
    ...['--tmpfs', `/tmp:rw,exec,nosuid,nodev,mode=1777,size=${limits.memoryMb}m`],
    ...bind(engine, { source: profile.source, target: profile.root, isOurs: true }),
    ...bind(engine, { source: control.input, target: INPUT, isOurs: true, isReadOnly: true }),
    ...bind(engine, { source: control.journalFile, target: JOURNAL, isOurs: true }),
    ...profile.readable.flatMap((path) => bind(engine, { source: path, target: path, isReadOnly: true })),
    // The image's own entry would run before bash.
    ...['--workdir', '/', '--entrypoint', 'bash', profile.image, '-c', FIRST_PROCESS],
  ];
}

interface Mount {
  readonly source: string;
  readonly target: string;
  readonly isReadOnly?: true;
  /** Made by this process for the container, so that its SELinux label may be set; other files keep theirs. */
  readonly isOurs?: true;
}

function bind(engine: Engine, { source, target, isReadOnly, isOurs }: Mount): readonly string[] {
  const fields = ['type=bind', `source=${source}`, `target=${target}`];
  if (isReadOnly === true) fields.push('readonly');
  if (isOurs === true && engine.kind === 'podman') fields.push('relabel=private');
  // Engines read a line of CSV.
  return ['--mount', fields.map((field) => (/[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field)).join(',')];
}

/** Both engines hand the proxies of their user on to containers, with the passwords in them; without a network nobody needs them. */
function proxyArguments(engine: Engine, network: string): readonly string[] {
  if (network !== 'none') return [];
  if (engine.kind === 'podman') return ['--http-proxy=false'];
  return PROXY_VARIABLES.flatMap((name) => [name, name.toLowerCase()]).flatMap((name) => ['--env', `${name}=`]);
}
