import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BubblewrapSandbox, DockerSandbox } from '@tackroom/sandbox';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import { HarnessError, HarnessModule, shell, type HarnessOptions, type SyncReport } from 'tackroom';
import { describeWithBubblewrap } from './with-bubblewrap.js';

let root = '';
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tackroom-test-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function bootProblems(options: HarnessOptions): Promise<unknown> {
  const error: unknown = await HarnessModule.create(options).catch((thrown: unknown) => thrown);
  return HarnessError.is(error, 'BOOT_INVALID') ? error.problems.map(({ code, where }) => [code, where]) : error;
}

test('a sandbox that cannot be had keeps the harness from booting; nothing runs without it', async () => {
  const sandbox = new BubblewrapSandbox({ bwrap: '/nowhere/bwrap' });
  expect(await bootProblems({ bundles: ['shell'], workspace: root, sandbox })).toEqual([['SANDBOX_UNAVAILABLE', 'sandbox']]);
  const docker = new DockerSandbox({ root, docker: '/nowhere/docker' });
  expect(await bootProblems({ bundles: ['shell'], sandbox: docker })).toEqual([['SANDBOX_UNAVAILABLE', 'sandbox']]);
});

test('a sandbox with files of its own leaves no place for another root', async () => {
  const sandbox = new BubblewrapSandbox({ filesystem: 'copy', root });
  expect(await bootProblems({ bundles: [shell({ root })], workspace: root, sandbox })).toEqual([
    ['WORKSPACE_CONFLICT', 'workspace'],
    ['WORKSPACE_CONFLICT', 'bundles[0] (shell)'],
  ]);
});

test('a session whose working directory is gone goes on in the root', async () => {
  const harness = await HarnessModule.create({ bundles: ['navigation', 'shell'], workspace: root, permissions: { allow: ['*'] } });
  const call = async (name: string, args: Record<string, string>): Promise<unknown> => (await harness.execute({ name, args })).content;
  await mkdir(join(root, 'sub/deep'), { recursive: true });
  await call('change_directory', { path: 'sub/deep' });
  // A command takes it away: the model is told at once, and the next one works.
  expect(String(await call('run_command', { command: 'rm -r ../../sub' })).replace(/\d\.\d s/, 'N s')).toMatchInlineSnapshot(`
   "(no output)
   [exit code: 0, N s]
   [the working directory "sub/deep" is gone; the root of the workspace is the working directory now]"
  `);
  expect(await call('run_command', { command: 'pwd' })).toMatch(`${root}\n`);
  // Somebody else does: the command was meant for a place that is not there.
  await mkdir(join(root, 'sub/deep'), { recursive: true });
  await call('change_directory', { path: 'sub/deep' });
  await rm(join(root, 'sub'), { recursive: true });
  expect(await call('run_command', { command: 'touch here' })).toMatchInlineSnapshot(
    `"The command was not run: the working directory "sub/deep" is gone. The root of the workspace is the working directory now; run it again if it is meant for there."`,
  );
  expect(await call('run_command', { command: 'pwd' })).toMatch(`${root}\n`);
  await harness.close();
});

describeWithBubblewrap('bubblewrap', () => {
  test('commands run in it, and a model is told what it refused', async () => {
    const sandbox = new BubblewrapSandbox();
    const harness = await HarnessModule.create({ bundles: ['shell'], workspace: root, sandbox, permissions: { allow: ['*'] } });
    expect(harness.sandbox).toBe(sandbox);
    const run = async (command: string): Promise<unknown> => (await harness.execute({ name: 'run_command', args: { command } })).content;
    expect(String(await run('touch /usr/x')).replace(/\d\.\d s/, 'N s')).toMatchInlineSnapshot(`
     "[stderr]
     touch: cannot touch '/usr/x': Read-only file system
     [blocked by the sandbox: writing /usr/x, which is outside the workspace]
     [exit code: 1, N s]"
    `);
    expect(await run('pwd')).toContain(root);
    await harness.close();
  });

  test('files and commands of a run work on one copy, and no edit of the host is lost', async () => {
    await writeFile(join(root, 'a.txt'), 'as it was\n');
    await writeFile(join(root, 'b.txt'), 'as it was\n');
    const reports: SyncReport[] = [];
    const sandbox = new BubblewrapSandbox({ filesystem: 'copy', root, onSync: (report) => reports.push(report) });
    const harness = await HarnessModule.create({ bundles: ['filesystem', 'shell'], sandbox, permissions: { allow: ['*'] } });
    const model = new ScriptedModel([
      calls(['run_command', { command: 'echo from the sandbox | tee a.txt > c.txt' }]),
      calls(['write_file', { path: 'b.txt', content: 'from the sandbox\n', overwrite: true }]),
      calls(['run_command', { command: 'cat a.txt b.txt c.txt' }]),
      text('done'),
    ]);
    let edited = false;
    const agent = harness.createAgent({ name: 'a', model });
    const stream = agent.stream('go');
    for await (const event of stream) {
      if (event.type !== 'tool-result' || edited) continue;
      edited = true;
      expect((await readdir(root)).sort()).toEqual(['a.txt', 'b.txt']);
      await writeFile(join(root, 'a.txt'), 'from a person\n');
    }
    expect((await stream.result).status).toBe('completed');
    const read = (name: string): Promise<string> => readFile(join(root, name), 'utf8');
    expect(reports).toEqual([
      { copied: ['b.txt', 'c.txt'], removed: [], conflicts: [{ path: 'a.txt', keptAs: 'a.txt.sandbox' }], refused: [], failed: [] },
    ]);
    expect([await read('a.txt'), await read('a.txt.sandbox'), await read('b.txt'), await read('c.txt')]).toEqual([
      'from a person\n',
      ...Array<string>(3).fill('from the sandbox\n'),
    ]);
    await harness.close();
  });

  test('files that were changed without any command come back too', async () => {
    const sandbox = new BubblewrapSandbox({ filesystem: 'copy', root });
    const harness = await HarnessModule.create({ bundles: ['filesystem'], sandbox, permissions: { allow: ['*'] } });
    await harness.execute({ name: 'write_file', args: { path: 'new.txt', content: 'text' } });
    expect(await readdir(root)).toEqual([]);
    await harness.close();
    expect(await readdir(root)).toEqual(['new.txt']);
  });

  test('of direct calls the logger is told what did not come back', async () => {
    const warned: (readonly unknown[])[] = [];
    const silent = (): void => undefined;
    const logger = { debug: silent, info: silent, error: silent, warn: (...said: unknown[]) => void warned.push(said) };
    const sandbox = new BubblewrapSandbox({ filesystem: 'copy', root });
    const harness = await HarnessModule.create({ bundles: ['shell'], sandbox, logger, permissions: { allow: ['*'] } });
    await harness.execute({ name: 'run_command', args: { command: 'echo 1 > a.txt; ln -s /etc out' } });
    await harness.close();
    // Whoever is root is warned of that, too.
    const ofChanges = warned.filter(([text]) => !String(text).startsWith('Commands run in a sandbox of root'));
    expect(ofChanges).toEqual([
      [
        'Not all changes of a sandbox were brought back.',
        expect.objectContaining({ refused: [{ path: 'out', reason: 'it is a link that leads out of the workspace' }] }),
      ],
    ]);
  });
});
