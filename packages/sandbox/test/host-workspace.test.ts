import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HostWorkspace } from '@tackroom/sandbox';
import { workspaceContract } from '@tackroom/testing';
import type { MemoryFiles } from '@tackroom/testing';

for (const [name, engine] of [
  ['HostWorkspace', {}],
  ['HostWorkspace without ripgrep', { ripgrep: false }],
] as const) {
  workspaceContract(
    name,
    async (files, { symlinks, also }) => {
      const base = await mkdtemp(join(tmpdir(), 'tackroom-workspace-'));
      const root = join(base, 'root');
      await mkdir(join(base, 'outside'));
      await writeFile(join(base, 'outside', 'secret.txt'), 'SECRET');
      await mkdir(root);
      await fill(root, files);
      const extra = Object.keys(also).map((name): [string, string] => [name, join(base, name)]);
      for (const [name, path] of extra) {
        await mkdir(path);
        await fill(path, also[name] ?? {});
      }
      return {
        workspace: new HostWorkspace(root, { symlinks, also: Object.fromEntries(extra), ...engine }),
        close: () => rm(base, { recursive: true, force: true }),
      };
    },
    { test, expect },
  );
}

async function fill(root: string, files: MemoryFiles): Promise<void> {
  for (const [path, entry] of Object.entries(files)) {
    const at = join(root, path);
    await mkdir(dirname(at), { recursive: true });
    if (typeof entry === 'string' || entry instanceof Uint8Array) await writeFile(at, entry);
    else if ('link' in entry) await symlink(entry.link, at);
    else await mkdir(at, { recursive: true });
  }
}
