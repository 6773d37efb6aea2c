import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { jest } from '@jest/globals';
import type { ToolFailure, WorkspaceSession } from '@tackroom/core';
import { describeNeeding, hasDescriptors, readText, scratchDirectory } from '../../test/scratch.js';
import { bothEngines } from '../../test/search-scratch.js';
import { HostWorkspace } from './host-workspace.js';

jest.setTimeout(60_000);

const scratch = scratchDirectory();
const NAMES = Array.from({ length: 60 }, (_, index) => `n${index}`);

/** Runs while another process swaps the directory `d` for a link out of the root and back, as fast as it can. */
async function whileSwapped(work: () => Promise<void>): Promise<void> {
  const script = `const { renameSync: r } = require('fs'); process.chdir(${JSON.stringify(scratch.at('root'))});
    const end = Date.now() + 20_000;
    process.stdout.write('.');
    while (Date.now() < end) { r('d', 'e'); r('link', 'd'); r('d', 'link'); r('e', 'd'); }`;
  const swapper: ChildProcess = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => swapper.stdout?.once('data', resolve));
  try {
    await work();
  } finally {
    swapper.kill('SIGKILL');
    await new Promise((resolve) => swapper.once('close', resolve));
  }
}

/** Tries until both have been seen often enough, that it was there and that it was not. */
async function race(attempt: (turn: number) => Promise<boolean>, times = 50): Promise<void> {
  const seen = { there: 0, gone: 0 };
  for (let turn = 0; turn < 100 * times && (seen.there < times || seen.gone < times); turn += 1) {
    if (await attempt(turn)) seen.there += 1;
    else seen.gone += 1;
  }
  expect(seen.gone).toBeGreaterThan(0);
  expect(seen.there).toBeGreaterThan(0);
}

describeNeeding('/proc/self/fd', hasDescriptors(), 'a directory that is swapped for a link out of the root all the time', () => {
  beforeEach(() => {
    for (const name of NAMES) {
      scratch.write({ [`root/d/sub/${name}/f`]: 'IN\n', [`outside/sub/${name}/f`]: 'OUT\n', [`outside/sub/${name}/secret`]: 'OUT\n' });
    }
    scratch.link('root/link', '../outside');
  });

  const open = (): WorkspaceSession => new HostWorkspace(scratch.at('root')).session('s');

  test('is never left by reading', async () => {
    await whileSwapped(() =>
      race(async () => {
        const content = await readText(open(), 'd/sub/n0/f').catch((error: ToolFailure) => error.code);
        expect(content).not.toBe('OUT\n');
        return content === 'IN\n';
      }),
    );
  });

  test('is never left by a listing', async () => {
    await whileSwapped(() =>
      race(async () => {
        const names = await open()
          .list('d/sub/n0', 9)
          .then(
            ({ entries }) => entries.map(({ name }) => name),
            (): string[] => [],
          );
        expect(names).not.toContain('secret');
        return names.includes('f');
      }),
    );
  });

  test('is never left by deleting', async () => {
    await whileSwapped(() =>
      race(async (turn) => {
        const removed = open().remove(`d/sub/${NAMES[turn % NAMES.length]}`, { recursive: true });
        return removed.then(
          ({ entries }) => entries === 2,
          () => false,
        );
      }, 20),
    );
    for (const name of NAMES) expect(readdirSync(scratch.at(`outside/sub/${name}`))).toEqual(['f', 'secret']);
  });

  bothEngines((engine) => {
    test('is never left by a search', async () => {
      const session = new HostWorkspace(scratch.at('root'), engine).session('s');
      await whileSwapped(() =>
        race(async (turn) => {
          const base = turn % 2 === 0 ? { path: 'd' } : {};
          const { matches } = await session.glob({ pattern: '*', limit: 500, ...base }).catch(() => ({ matches: [] }));
          const lines = await session.grep({ pattern: '[A-Z]', limit: 500, ...base }).catch(() => ({ matches: [] }));
          expect(matches.filter((path) => path.includes('secret'))).toEqual([]);
          expect(lines.matches.filter(({ text }) => text !== 'IN')).toEqual([]);
          return matches.length === NAMES.length;
        }, 8),
      );
    });
  });
});
