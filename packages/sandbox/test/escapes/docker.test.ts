import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SyncReport } from '@tackroom/core';
import { DockerSandbox } from '@tackroom/sandbox';
import { hasDocker, TEST_IMAGE, useDocker } from '../docker-engine.js';
import { describeNeeding } from '../scratch.js';
import { ATTACKS, PLANTED } from './attacks.js';
import { hasIpv6, hostileWorld, isAsItWas, type HostileWorld } from './hostile-world.js';

/** What processes of one container do to each other is its own affair; those of the host are not there to be reached. */
const WITHIN = ['a pair of datagram sockets, turned to another address', 'the memory of another process'];

let world: HostileWorld;
beforeAll(async () => void (world = await hostileWorld()));
afterAll(() => world.close());

/** Runs a script in a container over a workspace. */
async function attack(root: string, script: string): Promise<{ readonly said: string; readonly report: SyncReport | undefined }> {
  const reports: SyncReport[] = [];
  const sandbox = new DockerSandbox({ root, image: TEST_IMAGE, onSync: (report) => reports.push(report) });
  const session = await sandbox.open({ sessionId: 's', root: null });
  const { stdout, stderr } = await session.exec(script, { env: world.environment(root), timeoutMs: 20_000 });
  await session.close();
  return { said: `${stdout}${stderr}`, report: reports[0] };
}

// That each works without a sandbox the tests of the others show.
describeNeeding('Docker', hasDocker(), 'ways out of a container', () => {
  useDocker();
  const possible = ATTACKS.filter(({ needsIpv6, name }) => (needsIpv6 !== true || hasIpv6()) && !WITHIN.includes(name));

  test('none leads to the host', async () => {
    const root = await world.workspace();
    const script = possible
      .filter(({ changesWorkspace }) => changesWorkspace !== true)
      .map(({ name, script }) => `echo "# ${name}"; (${script})`);
    const { said } = await attack(root, script.join('\n'));
    const won = said.split('# ').filter((part) => part.includes('WON'));
    expect(won).toEqual([]);
    expect(said.match(/^# /gm)).toHaveLength(script.length);
    expect(readdirSync(world.path).sort()).toEqual(['host.sock', 'secret']);
  });

  test('what programs outside run or obey is as it was', async () => {
    for (const { name, script } of possible.filter(({ changesWorkspace }) => changesWorkspace === true)) {
      const root = await world.workspace();
      const { said, report } = await attack(root, script);
      expect([name, said.includes('WON'), isAsItWas(root), report?.refused.length !== 0]).toEqual([name, true, true, true]);
    }
  }, 60_000); // each in a container of its own

  test('nothing is planted', async () => {
    const root = await world.workspace();
    const { report } = await attack(root, PLANTED.map(({ script }) => script).join('; '));
    expect(PLANTED.filter(({ path }) => existsSync(join(root, path)))).toEqual([]);
    expect(report?.refused.map(({ path }) => path)).toEqual(expect.arrayContaining(PLANTED.map(({ path }) => path)));
  });
});
