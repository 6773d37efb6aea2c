import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
    const bin = join(work, '.bin');
    mkdirSync(bin);
    for (const name of this.programs) {
      writeFileSync(join(bin, name), `#!/bin/sh\nprintf '%s\\0' "${name}\${*:+ $*}" >> '${work}/.log'\n`);
      chmodSync(join(bin, name), 0o755);
    }
    await new Promise<void>((resolve) => {
      const env = { PATH: `${bin}:${this.bin}`, HOME: work, BIN: bin, V: 'a b' };
      const child = execFile('/bin/bash', ['-c', line], { cwd: work, env, timeout: 5_000, killSignal: 'SIGKILL' }, () => {
        resolve();
      });
      child.stdin?.end();
    });
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

function exists(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}
