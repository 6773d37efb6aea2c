import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BubblewrapSandbox } from '@tackroom/sandbox';
import { HarnessError, HarnessModule } from 'tackroom';

test('a sandbox that cannot be had keeps the harness from booting; nothing runs without it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'tackroom-test-'));
  const sandbox = new BubblewrapSandbox({ bwrap: '/nowhere/bwrap' });
  const booting = HarnessModule.create({ bundles: ['shell'], workspace: root, sandbox });
  const error: unknown = await booting.catch((thrown: unknown) => thrown);
  expect(HarnessError.is(error, 'BOOT_INVALID') && error.problems.map(({ code, where }) => [code, where])).toEqual([
    ['SANDBOX_UNAVAILABLE', 'sandbox'],
  ]);
  await rm(root, { recursive: true });
});
