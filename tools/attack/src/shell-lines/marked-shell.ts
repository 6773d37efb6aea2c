import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Programs of the system that lines may use; all others are marked ones. */
const REAL = ['bash', 'sh', 'env', 'timeout', 'nice', 'nohup', 'xargs', 'find', 'cat', 'sort', 'sed', 'head', 'stdbuf', 'setsid', 'sleep'];

/** A bash that finds marked programs, each of which notes its name and arguments, and hardly anything else. */
export class MarkedShell {
  private readonly root = mkdtempSync(join(tmpdir(), 'marked-shell-'));
  private runs = 0;

  /** The folder of the programs: lines may name one by its path. */
  readonly bin = join(this.root, 'bin');

  constructor(private readonly programs: readonly string[]) {
    mkdirSync(this.bin);
    chmodSync(this.root, 0o755);
    for (const name of REAL) {
      const path = ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find((candidate) => exists(candidate));
      if (path !== undefined) symlinkSync(path, join(this.bin, name));
    }
    this.write('sudo', 'while [ "${1#-}" != "$1" ]; do case $1 in -u) shift 2;; *) shift;; esac; done; exec "$@"');
  }

  /** Runs a line and gives what ran, each as its name and arguments joined by blanks. */
  async run(line: string): Promise<readonly string[]> {
    const work = join(this.root, `work-${++this.runs}`);
    mkdirSync(work);
    if (NOBODY !== undefined) chownSync(work, NOBODY.uid, NOBODY.gid);
    const bin = join(work, '.bin');
    mkdirSync(bin);
    for (const name of this.programs) {
      writeFileSync(join(bin, name), `#!/bin/sh\nprintf '%s\\0' "${name}\${*:+ $*}" >> '${work}/.log'\n`);
      chmodSync(join(bin, name), 0o755);
    }
    await runBounded(line, { work, path: `${bin}:${this.bin}`, bin });
    killAllOf(work);
    const ran = exists(join(work, '.log')) ? readFileSync(join(work, '.log'), 'utf8').split('\0').slice(0, -1) : [];
    rmSync(work, { recursive: true, force: true });
    return ran;
  }

  close(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private write(name: string, body: string): void {
    writeFileSync(join(this.bin, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(this.bin, name), 0o755);
  }
}

/** Whom lines run as where the tests run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** What a line may take: a generated one can call itself, in the background and in pipes. */
const LIMITS = 'ulimit -t 3 -f 2000 -v 1000000; ';
const TIMEOUT_MS = 5_000;

/** Runs a line in a process group of its own, which goes with it. Functions may nest a few times only. */
function runBounded(
  line: string,
  { work, path, bin }: { readonly work: string; readonly path: string; readonly bin: string },
): Promise<void> {
  return new Promise((resolve) => {
    const env = { PATH: path, HOME: work, BIN: bin, V: 'a b', FUNCNEST: '4' };
    const child = spawn('/bin/bash', ['-c', `${LIMITS}exec /bin/bash -c "$0"`, line], {
      cwd: work,
      env,
      detached: true,
      ...NOBODY,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    const end = (): void => {
      clearTimeout(deadline);
      killGroup(child.pid);
      resolve();
    };
    const deadline = setTimeout(end, TIMEOUT_MS);
    // Not the end of its output: what it left behind may hold that open.
    child.on('exit', end);
    child.on('error', end);
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

/** Ends what left the group but still has the line's home, until nothing of it is there. */
function killAllOf(work: string): void {
  if (process.platform !== 'linux') return;
  for (let round = 0; round < 20; round++) {
    const left = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(`HOME=${work}\0`));
    if (left.length === 0) return;
    for (const name of left) {
      try {
        process.kill(Number(name), 'SIGKILL');
      } catch {
        // It is gone already.
      }
    }
  }
}

function environmentOf(pid: string): string {
  try {
    return `${readFileSync(`/proc/${pid}/environ`, 'utf8')}\0`;
  } catch {
    return '';
  }
}

function exists(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}
