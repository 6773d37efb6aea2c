import { mkdir, readFile, realpath, rm, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { HostWorkspace } from '@tackroom/sandbox';
import type { RaceTarget } from './workspace-race.js';

/** A host workspace, as the file tools use it. */
export function workspaceTarget(root: string): RaceTarget {
  const session = new HostWorkspace(root).session('race');
  return {
    read: async (path) => {
      const file = await session.open(path);
      try {
        return Buffer.from(await file.read(0, 100)).toString();
      } finally {
        await file.close();
      }
    },
    write: async (path, text) => void (await session.write(path, Buffer.from(text), { overwrite: true })),
    remove: async (path) => void (await session.remove(path, { recursive: false })),
    removeTree: async (path) => void (await session.remove(path, { recursive: true })),
  };
}

/** What the race must catch: the real path is checked to lie in the root, then the file is used by its name. */
export function checkThenUseTarget(root: string): RaceTarget {
  const check = async (path: string): Promise<string> => {
    let parent = dirname(join(root, path));
    const missing: string[] = [];
    for (;;) {
      const real = await realpath(parent).catch(() => undefined);
      if (real !== undefined) {
        if (real !== root && !real.startsWith(root + sep)) throw new Error('outside');
        return join(parent, ...missing, basename(path));
      }
      missing.unshift(basename(parent));
      parent = dirname(parent);
    }
  };
  return {
    read: async (path) => readFile(await check(path), 'utf8'),
    write: async (path, text) => {
      const checked = await check(path);
      await mkdir(dirname(checked), { recursive: true });
      await writeFile(checked, text);
    },
    remove: async (path) => unlink(await check(path)),
    removeTree: async (path) => rm(await check(path), { recursive: true }),
  };
}
