import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BubblewrapSandbox, DockerSandbox, OpenShellSandbox, SrtSandbox } from '@tackroom/sandbox';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import { HarnessModule, type Harness } from 'tackroom';
import { describeWithBubblewrap, testWithSocat } from './with-bubblewrap.js';

let root = '';
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tackroom-guide-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const approver = (): { readonly type: 'approve' } => ({ type: 'approve' });

test('docker', () => {
  // #region docker
  const sandbox = new DockerSandbox({
    root,
    image: 'node:22-bookworm',
    limits: { memoryMb: 2_048, cpus: 2 },
  });
  // #endregion
  expect([sandbox.name, sandbox.workspace.root]).toEqual(['docker', root]);
});

describeWithBubblewrap('sandboxes', () => {
  test('isolate', async () => {
    // #region isolate
    const harness = await HarnessModule.create({
      workspace: root,
      bundles: ['shell', 'git'],
      sandbox: new BubblewrapSandbox(),
    });
    // #endregion
    const result = await harness.execute({ name: 'run_command', args: { command: 'ls ~' } }, { approver: () => ({ type: 'approve' }) });
    expect(result.content).toMatch(/^\(no output\)\n\[exit code: 0/);
    await harness.close();
  });

  test('network', async () => {
    // #region network
    const sandbox = new BubblewrapSandbox({
      network: { allow: ['api.example.com', '*.example.org'] },
    });
    // #endregion
    const session = await sandbox.open({ sessionId: 's', root });
    expect((await session.exec('echo "$HTTPS_PROXY"')).stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
    await session.close();
  });

  test('agent', async () => {
    const model = new ScriptedModel([calls(['run_command', { command: 'echo done > a.txt' }]), text('Done.')]);
    // #region agent
    const harness = await HarnessModule.create({
      workspace: root,
      bundles: ['filesystem', 'shell'],
      permissions: { allow: ['run_command'] },
    });
    const careful = harness.createAgent({
      name: 'careful',
      model,
      sandbox: new BubblewrapSandbox({ filesystem: 'copy', root }),
      sandboxSession: 'agent',
    });
    const { sync } = await careful.run('Tidy up.');
    // #endregion
    expect(sync?.copied).toEqual(['a.txt']);
    await harness.close();
  });

  test('limits', async () => {
    const warned: string[] = [];
    const console = { warn: (line: string) => warned.push(line) };
    // #region limits
    const sandbox = new BubblewrapSandbox({ limits: { memoryMb: 2_048, processes: 256, scope: 'auto' } });
    const { limitScope, limitScopeReason } = await sandbox.inspect();
    if (limitScope === 'process') console.warn(`Each process is bounded by itself: ${limitScopeReason}.`);
    // #endregion
    expect([limitScope, warned.length]).toEqual(limitScope === 'process' ? ['process', 1] : ['command', 0]);
    const session = await sandbox.open({ sessionId: 's', root });
    expect(await session.exec('exit 3')).toMatchObject({ exitCode: 3, denials: [] });
    await session.close();
  });

  test('copy', async () => {
    const logged: string[] = [];
    const console = { log: (line: string) => logged.push(line) };
    // #region copy
    const harness = await HarnessModule.create({
      bundles: ['filesystem', 'shell'],
      sandbox: new BubblewrapSandbox({
        filesystem: 'copy',
        root,
        onSync: ({ copied, conflicts }) => console.log(`${copied.length} files came back, ${conflicts.length} in conflict`),
      }),
    });
    // #endregion
    await harness.execute({ name: 'run_command', args: { command: 'echo new > a.txt' } }, { approver });
    await harness.close();
    expect([logged, await readFile(join(root, 'a.txt'), 'utf8')]).toEqual([['1 files came back, 0 in conflict'], 'new\n']);
  });

  testWithSocat('srt', async () => {
    const boot = async (): Promise<Harness> => {
      // #region srt
      const harness = await HarnessModule.create({
        workspace: root,
        bundles: ['shell', 'git'],
        sandbox: new SrtSandbox({ network: { allow: ['api.example.com'] } }),
      });
      // #endregion
      return harness;
    };
    if (process.getuid?.() === 0 && process.platform === 'linux') {
      await expect(boot()).rejects.toThrow(/this process is root.*\[SANDBOX_UNAVAILABLE\]/s);
      return;
    }
    const harness = await boot();
    const result = await harness.execute({ name: 'run_command', args: { command: 'ls ~' } }, { approver });
    expect(result.content).toMatch(/^\(no output\)\n\[exit code: 0/);
    await harness.close();
  });
});

test('openshell', async () => {
  const standIn = fileURLToPath(new URL('../../sandbox/test/openshell/stand-in', import.meta.url));
  const tools = await mkdtemp(join(tmpdir(), 'tackroom-guide-'));
  await mkdir(join(tools, 'state'));
  await symlink(standIn, join(tools, 'openshell'));
  await writeFile(join(tools, 'policy.yaml'), 'version: 1\n');
  const [path, directory] = [process.env['PATH'], process.cwd()];
  process.env['PATH'] = [tools, path].join(delimiter);
  process.env['OPENSHELL_STAND_IN'] = join(tools, 'state');
  process.chdir(tools);
  try {
    // #region openshell
    const harness = await HarnessModule.create({
      bundles: ['filesystem', 'shell'],
      sandbox: new OpenShellSandbox({ root, policy: 'policy.yaml' }),
    });
    // #endregion
    await harness.execute({ name: 'write_file', args: { path: 'in.txt', content: 'new' } }, { approver });
    await harness.execute({ name: 'run_command', args: { command: 'tr a-z A-Z < in.txt > out.txt' } }, { approver });
    await harness.close();
    expect(await readFile(join(root, 'out.txt'), 'utf8')).toBe('NEW');
  } finally {
    process.chdir(directory);
    process.env['PATH'] = path;
    delete process.env['OPENSHELL_STAND_IN'];
    await rm(tools, { recursive: true });
  }
});
