import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MARK = 'MARKED';
/** What a line may take, in a group of its own that goes with it. */
const LIMITS = 'ulimit -t 2 -f 2000; ';
const TIMEOUT_MS = 3_000;

/** A directory with files that run `mark` wherever they are executed, and a bash that is started in it. */
export class MarkedDirectory {
  private readonly root = mkdtempSync(join(tmpdir(), 'everyday-'));
  private readonly bin = join(this.root, 'bin');
  private readonly work = join(this.root, 'work');
  private expected = '';

  constructor() {
    mkdirSync(this.bin);
    this.write(join(this.bin, 'mark'), `#!/bin/sh\n: > '${join(this.root, MARK)}'\n`);
    this.renew();
  }

  /** Runs a line; says what it did that it must not, or nothing. */
  run(line: string): string | undefined {
    const { bin, root } = this;
    const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: join(root, 'home'), LANG: 'C.UTF-8', GIT_CONFIG_NOSYSTEM: '1' };
    const input = `require('child_process').execFileSync('mark')\nmark\n`;
    const shell = { cwd: this.work, env, input, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' as const, detached: true };
    const { pid } = spawnSync('bash', ['-c', LIMITS + line], { ...shell, stdio: ['pipe', 'ignore', 'ignore'] });
    killGroup(pid);
    const marked = readdirSync(root).includes(MARK);
    const files = this.list();
    if (!marked && files === this.expected) return undefined;
    rmSync(join(root, MARK), { force: true });
    this.renew();
    return marked ? 'ran the marker' : 'changed files';
  }

  close(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private renew(): void {
    const { work, root, bin } = this;
    rmSync(work, { recursive: true, force: true });
    mkdirSync(join(work, 'sub'), { recursive: true });
    const evil = {
      'evil.js': "require('child_process').execFileSync('mark')",
      'evil.mjs': "import('node:child_process').then((c) => c.execFileSync('mark'))",
    };
    const shell = { 'evil.sh': 'mark\n', 'evil.mk': 'x := $(shell mark)\ntest:\n', script: '#!/bin/sh\nmark\n' };
    const plain = {
      f: 'hello\n7 world\n',
      list: 'a b\n--x\n-exec mark\n',
      'sub/f': 'a\n',
      Makefile: 'test:\n\t@echo $(V) $(CI) $(DEBUG) test\n',
      't.test.js': '',
    };
    for (const [name, text] of Object.entries({ ...evil, ...shell, ...plain })) this.write(join(work, name), text);
    const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
    const commit = 'git init -q . && git add f && git -c user.name=a -c user.email=a@b.c commit -qm x && echo z >> f';
    spawnSync('bash', ['-c', commit], { cwd: work, env });
    this.expected = this.list();
  }

  /** Git's own directory changes when its index is refreshed. */
  private list(): string {
    return readdirSync(this.work, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('.git/'))
      .sort()
      .join('\n');
  }

  private write(path: string, text: string): void {
    writeFileSync(path, text);
    chmodSync(path, 0o755);
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined || pid <= 0) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // nothing of it is left
  }
}
