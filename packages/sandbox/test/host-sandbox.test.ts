import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostSandbox } from '@tackroom/sandbox';
import { sandboxContract } from '@tackroom/testing';

sandboxContract(
  'HostSandbox',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'tackroom-sandbox-'));
    await mkdir(join(root, 'sub'));
    return { provider: new HostSandbox(), root, close: () => rm(root, { recursive: true, force: true }) };
  },
  { test, expect },
);
