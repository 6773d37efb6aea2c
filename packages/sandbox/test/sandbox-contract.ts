import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxProvider } from '@tackroom/core';
import { sandboxContract } from '@tackroom/testing';

/** How a provider gets its directory: with each session, or by its own options because it has files of its own. */
type Make = (root: string) => { readonly provider: SandboxProvider; readonly root: string | null };

/** Runs the contract of sandboxes against a provider that works in a fresh directory, which is removed after each test. */
export function providerContract(name: string, make: Make): void {
  sandboxContract(
    name,
    async () => {
      const root = await realpath(await mkdtemp(join(tmpdir(), 'tackroom-sandbox-')));
      await mkdir(join(root, 'sub'));
      return { ...make(root), close: () => rm(root, { recursive: true, force: true }) };
    },
    { test, expect },
  );
}
