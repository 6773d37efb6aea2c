import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasProgram } from './scratch.js';

/** An image of programs of this machine, made by {@link useDocker}. */
export const TEST_IMAGE = 'tackroom-test:programs';
/** The same without bash. */
export const BARE_IMAGE = 'tackroom-test:bare';

const PROGRAMS = ['bash', 'sh', 'env', 'cat', 'head', 'tail', 'yes', 'tr', 'sleep', 'ls', 'id', 'mkdir', 'rm', 'touch', 'ln', 'mv', 'cp'];
const MORE_PROGRAMS = [
  'chmod',
  'grep',
  'mknod',
  'mount',
  'printf',
  'readlink',
  'setsid',
  'timeout',
  'true',
  'unshare',
  'wc',
  'perl',
  'seq',
];
const START_MS = 60_000;

/** Whether there is Docker here: a daemon that answers, or one that this process may start for itself. */
export function hasDocker(): boolean {
  if (process.platform !== 'linux' || !hasProgram('docker', '--version')) return false;
  return answers() || (process.getuid?.() === 0 && hasProgram('dockerd', '--version') && hasProgram('setpriv', '--version'));
}

/** One daemon that tests may spoil. */
export interface TestDaemon {
  /** Number of the process, if it was started for these tests. */
  process(): number | undefined;
  /** Kills the daemon, if it was started for these tests. What runs in its namespace goes with it. */
  crash(): void;
}

/**
 * Docker for the tests of a file, with {@link TEST_IMAGE}: the daemon that is there, else one of their own, which `DOCKER_HOST`
 * names meanwhile. It is in a process namespace that ends with this process, and so do its containers.
 */
export function useDocker({ ownDaemon = false } = {}): TestDaemon {
  let daemon: ChildProcess | undefined;
  let directory: string | undefined;
  const before = process.env['DOCKER_HOST'];
  beforeAll(async () => {
    if (ownDaemon || !answers()) {
      directory = mkdtempSync(join(tmpdir(), 'tackroom-dockerd-'));
      daemon = startDaemon(directory);
      process.env['DOCKER_HOST'] = `unix://${directory}/socket`;
      await untilItAnswers(directory);
    }
    makeImage(TEST_IMAGE, [...PROGRAMS, ...MORE_PROGRAMS]);
    makeImage(BARE_IMAGE, ['cat']);
  }, START_MS + 30_000);
  afterAll(() => {
    docker('image', 'rm', TEST_IMAGE, BARE_IMAGE);
    daemon?.kill('SIGKILL');
    if (before === undefined) delete process.env['DOCKER_HOST'];
    else process.env['DOCKER_HOST'] = before;
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    process: () => daemon?.pid,
    crash: () => void daemon?.kill('SIGKILL'),
  };
}

function answers(): boolean {
  return docker('version') === 0;
}

/** Runs the program with the environment as it is now, and returns its exit code. */
function docker(...args: readonly string[]): number | null {
  return spawnSync('docker', args, { stdio: 'ignore', timeout: 20_000, env: process.env }).status;
}

function startDaemon(directory: string): ChildProcess {
  const at = (name: string): string => join(directory, name);
  const places = ['--data-root', at('data'), '--exec-root', at('exec'), '--pidfile', at('pid'), '--host', `unix://${at('socket')}`];
  const without = ['--iptables=false', '--ip6tables=false', '--bridge=none'];
  const namespaces = ['unshare', '--pid', '--mount', '--fork', '--kill-child', '--mount-proc'];
  const line = ['--pdeathsig', 'KILL', ...namespaces, 'sh', '-c', 'exec dockerd "$@" >"$0" 2>&1', at('log'), ...places, ...without];
  return spawn('setpriv', line, { stdio: 'ignore' });
}

async function untilItAnswers(directory: string): Promise<void> {
  const until = performance.now() + START_MS;
  while (!answers()) {
    if (performance.now() > until) throw new Error(`dockerd did not start: ${readFileSync(join(directory, 'log'), 'utf8')}`);
    await wait(50);
  }
}

/** Packs programs of this machine with what they load. */
function makeImage(image: string, programs: readonly string[]): void {
  // With the directories on the way: those that are not named an engine makes for root alone.
  const script = `
    set -e -o pipefail
    {
      for name; do path=$(type -P "$name"); echo "$path"; ldd "$path" | grep -o '/[^ ]*' || true; done
      if type -P "$LAST" | grep -q perl; then perl -e 'print "$_\\n" for grep { /perl-base/ && -d } @INC' | xargs -I{} find -L {}; fi
    } | awk -F/ '{ at = ""; for (i = 2; i <= NF; i++) { at = at "/" $i; print at } }' | sort -u > "$LIST"
    tar --create --dereference --no-recursion --absolute-names --transform 's,^/,,' --files-from "$LIST" | docker import - "$IMAGE"`;
  const directory = mkdtempSync(join(tmpdir(), 'tackroom-image-'));
  try {
    const env = { ...process.env, LIST: join(directory, 'list'), IMAGE: image, LAST: programs.at(-1) };
    const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', ...programs], { env, encoding: 'utf8', timeout: 60_000 });
    if (status !== 0) throw new Error(`The image could not be made: ${stderr}`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
