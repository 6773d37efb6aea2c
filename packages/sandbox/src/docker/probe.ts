import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HarnessError, type CommandResult, type SandboxSession } from '@tackroom/core';
import { giveTree, type Owner } from '../copy/ownership.js';
import { complaintOf, unavailable, type Engine } from './engine.js';

const PULL_MS = 1_800_000;
const TRIAL_MS = 30_000;

/** Whether the engine runs without root. Rejects with `SANDBOX_UNAVAILABLE` if it does not answer. */
export async function isRootless(engine: Engine): Promise<boolean> {
  if (process.platform === 'win32') throw unavailable('it needs a POSIX system; on Windows run the harness in WSL.');
  const question =
    engine.kind === 'docker' ? '{{.ServerVersion}} {{json .SecurityOptions}}' : '{{.Version.Version}} {{.Host.Security.Rootless}}';
  const reply = await engine.run(['info', '--format', question]);
  if (reply.code !== 0 || !/^\d+\.\d/.test(reply.stdout)) {
    const advice =
      engine.kind === 'docker'
        ? 'Start the Docker daemon, and see that your user may use it: docker info'
        : 'See what it says: podman info';
    throw unavailable(`${engine.kind} does not answer: ${complaintOf(reply)} ${advice}`);
  }
  return engine.kind === 'docker' ? reply.stdout.includes('name=rootless') : reply.stdout.includes('true');
}

/** Rejects with `SANDBOX_UNAVAILABLE` if the image is not there and was not to be fetched, or could not be. */
export async function findImage(engine: Engine, image: string, pull: 'never' | 'missing'): Promise<void> {
  const found = await engine.run(['image', 'inspect', '--format', '{{.Id}}', image]);
  if (found.code === 0) return;
  const command = `${engine.kind} pull ${image}`;
  if (pull === 'never') throw unavailable(`the image ${image} is not there. Fetch it: ${command}, or say pull: 'missing'.`);
  const fetched = await engine.run(['pull', '--quiet', image], PULL_MS);
  if (fetched.code !== 0) throw unavailable(`the image ${image} could not be fetched: ${complaintOf(fetched)} Try it by hand: ${command}`);
}

/** What a trial is about. */
interface Trial {
  readonly image: string;
  readonly owner: Owner | undefined;
  /** Another runtime may have its own way of keeping system calls from the kernel. */
  readonly hasUsualRuntime: boolean;
}

const CONFINED = /^CapEff:0+ CapBnd:0+ NoNewPrivs:1 Seccomp:2 $/;
const CONFINED_ELSEWHERE = /^(?=.*CapEff:0+ )/;
const LOOK_AROUND = [
  'cat marker',
  'printf back > answer',
  `while read -r name value _; do case $name in CapEff: | CapBnd: | NoNewPrivs: | Seccomp:) printf '%s' "$name$value " ;; esac; done < /proc/self/status`,
].join('; ');

/**
 * Runs a command that looks around in a container over a directory of its own: it must see the files of this machine, this
 * process must see what it writes, and it must have no rights. Rejects with `SANDBOX_UNAVAILABLE`.
 */
export async function tryContainer(open: (directory: string) => Promise<SandboxSession>, trial: Trial): Promise<void> {
  const directory = await mkdtemp(join(await realpath(tmpdir()), 'tackroom-trial-'));
  let session: SandboxSession | undefined;
  try {
    const marker = `${randomBytes(12).toString('hex')} `;
    await writeFile(join(directory, 'marker'), marker);
    if (trial.owner !== undefined) await giveTree(directory, trial.owner);
    session = await open(directory);
    const result = await session.exec(LOOK_AROUND, { timeoutMs: TRIAL_MS });
    if (!result.stdout.startsWith(marker)) throw unavailable(`${UNSEEN} ${complaintOf(result)}`);
    if ((await readFile(join(directory, 'answer'), 'utf8').catch(() => '')) !== 'back') throw unavailable(notWritten(result));
    const rights = result.stdout.slice(marker.length);
    if (!(trial.hasUsualRuntime ? CONFINED : CONFINED_ELSEWHERE).test(rights)) {
      throw unavailable(`a trial command was not confined: ${rights}`);
    }
  } catch (cause) {
    if (HarnessError.is(cause)) throw cause;
    throw unavailable(adviceFor(cause instanceof Error ? cause.message : String(cause), trial.image), cause);
  } finally {
    await session?.close().catch(() => undefined); // what the trial found says more
    await rm(directory, { recursive: true, force: true });
  }
}

const UNSEEN =
  'containers do not see the files of this machine. The daemon must run on it (DOCKER_HOST and docker context say which is used) and may need leave to share the temporary directory.';

function notWritten(result: CommandResult): string {
  return `a trial command could not write to the workspace: ${complaintOf(result)} Its user inside must be the owner of the files outside: see the option user, and userns-remap of the daemon.`;
}

function adviceFor(said: string, image: string): string {
  if (/bind source path|statfs|mounts denied|no such file or directory.*mount/i.test(said)) return `${UNSEEN} ${said}`;
  if (/"?bash"?:? .*(?:not found|no such file)/i.test(said)) return `the image ${image} has no bash. Use one that has, or add it. ${said}`;
  if (/runtime/i.test(said) && /unknown|not found|invalid/i.test(said))
    return `${said} See the option runtime, and docker info for those there are.`;
  return said;
}
