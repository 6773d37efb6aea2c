import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BubblewrapSandbox } from '@tackroom/sandbox';
import { sandboxContract } from '@tackroom/testing';
import { describeNeeding, hasBubblewrap } from './scratch.js';

describeNeeding('bubblewrap', hasBubblewrap(), 'BubblewrapSandbox', () => {
  sandboxContract(
    'share',
    async () => {
      const root = await mkdtemp(join(tmpdir(), 'tackroom-sandbox-'));
      await mkdir(join(root, 'sub'));
      return { provider: new BubblewrapSandbox(), root, close: () => rm(root, { recursive: true, force: true }) };
    },
    { test, expect },
  );

  sandboxContract(
    'copy',
    async () => {
      const root = await mkdtemp(join(tmpdir(), 'tackroom-sandbox-'));
      await mkdir(join(root, 'sub'));
      const provider = new BubblewrapSandbox({ filesystem: 'copy', root });
      return { provider, root: null, close: () => rm(root, { recursive: true, force: true }) };
    },
    { test, expect },
  );
});
