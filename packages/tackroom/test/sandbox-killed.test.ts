import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LeftCopy } from 'tackroom';
import { sandboxScratch } from './sandbox-scratch.js';
import { describeWithBubblewrap } from './with-bubblewrap.js';

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const isBuilt = ['tackroom', '@tackroom/sandbox', '@tackroom/testing'].every((name) => existsSync(join(modules, name, 'dist/index.js')));
const scratch = sandboxScratch();

/** Whether a process of this machine has this in its command line. */
function isRunning(marker: string): boolean {
  return readdirSync('/proc').some((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').includes(marker);
    } catch {
      return false; // it has ended meanwhile
    }
  });
}

describeWithBubblewrap('a harness that is killed', () => {
  test('takes its commands with it; the next boot clears up, and a copy that may hold work is found', async () => {
    if (!isBuilt) {
      if (process.env['CI'] === 'true') throw new Error('The packages are not built: run npm run build first.');
      return; // not built on this machine; the runner of all checks builds first
    }
    const folder = join(scratch.root, '..');
    const temporary = join(folder, 'tmp');
    mkdirSync(temporary);
    cpSync(fileURLToPath(new URL('fixtures/killed/killed.mjs', import.meta.url)), join(folder, 'killed.mjs'));
    symlinkSync(modules, join(folder, 'node_modules'), 'junction');
    const env = { ...process.env, TMPDIR: temporary };
    const marker = `1000.${process.pid}`;
    const program = join(folder, 'killed.mjs');

    const child = spawn(process.execPath, [program, 'work', scratch.root, `echo work > a.txt; sleep ${marker}`], { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    try {
      await until(() => isRunning(marker));
      expect(uses(temporary)).toEqual(['copy', 'session']);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
    await until(() => !isRunning(marker));
    expect(uses(temporary)).toEqual(['copy', 'session']);

    const { stdout } = await promisify(execFile)(process.execPath, [program, 'look', scratch.root], { env });
    const copies = JSON.parse(stdout) as readonly LeftCopy[];
    expect(copies).toEqual([
      { path: expect.stringContaining(temporary) as string, root: scratch.root, madeAt: expect.any(Number) as number },
    ]);
    expect(readFileSync(join(copies[0]?.path ?? '', 'content/a.txt'), 'utf8')).toBe('work\n');
    expect(uses(temporary)).toEqual(['copy']);
  });
});

/** Waits for what another process does; gives up before the test would. */
async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue(); tries += 1) {
    if (tries === 300) throw new Error('It did not come about.');
    await wait(50);
  }
}

/** What the directories in there are for. */
function uses(temporary: string): readonly string[] {
  return readdirSync(temporary)
    .flatMap((name) => /^tackroom-(session|copy)-/.exec(name)?.[1] ?? [])
    .sort();
}
