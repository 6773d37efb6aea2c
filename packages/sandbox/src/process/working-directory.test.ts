import { rmSync } from 'node:fs';
import { describeNeeding } from '../../test/scratch.js';
import { failure, hasBash, hostBench } from '../../test/host-bench.js';

describeNeeding('bash', hasBash, 'the working directory of a command', () => {
  const { scratch, open, exec, said } = hostBench();

  test('inside the root only', async () => {
    scratch.link('root/out', '../root-evil');
    scratch.link('root/in', 'sub');
    expect(await said('pwd', { cwd: 'sub' })).toBe(`${scratch.at('root/sub')}\n`);
    expect(await said('pwd', { cwd: 'in' })).toBe(`${scratch.at('root/sub')}\n`);
    expect(await failure(exec('pwd', { cwd: '../root-evil' }))).toMatch(/^SANDBOX_CWD_OUTSIDE: The command was not run/);
    expect(await failure(exec('pwd', { cwd: 'out' }))).toMatch(/^SANDBOX_CWD_OUTSIDE/);
    expect(await failure(exec('pwd', { cwd: '/' }))).toMatch(/^SANDBOX_CWD_OUTSIDE/);
    expect(await failure(exec('pwd', { cwd: 'sub/f' }))).toBe(
      'SANDBOX_CWD_INVALID: The command was not run, because its working directory cannot be used: "sub/f" is not a directory.',
    );
  });

  test('one that is gone is not a missing shell', async () => {
    const session = await open();
    await session.exec('cd sub && rm -rf ../sub');
    expect(await failure(session.exec('pwd', { cwd: 'sub' }))).toBe(
      'SANDBOX_CWD_MISSING: The command was not run, because its working directory cannot be used: "sub" does not exist.',
    );
    expect((await session.exec('pwd')).stdout).toBe(`${scratch.at('root')}\n`);
    rmSync(scratch.at('root'), { recursive: true });
    expect(await failure(session.exec('pwd'))).toMatch(/^SANDBOX_CWD_INVALID: .* was removed or replaced/);
  });

  test('a missing shell is not a missing directory', async () => {
    const session = await open({ shell: scratch.at('no-bash') });
    expect(await failure(session.exec('pwd'))).toBe(
      'SANDBOX_SHELL_MISSING: Commands need bash, and it was not found. Whoever runs this can install it or set the `shell` option of the sandbox.',
    );
    scratch.write({ 'root/no-program': 'not a program' });
    rmSync(scratch.at('root/sub'), { recursive: true });
    expect(await failure((await open({ shell: '/' })).exec('pwd'))).toMatch(/^SANDBOX_START_FAILED/);
  });

  test('a root that is none is refused when the sandbox is opened', async () => {
    await expect(open({}, scratch.at('gone'))).rejects.toMatchObject({ code: 'WORKSPACE_ROOT_MISSING' });
  });

  test('without a root any directory will do', async () => {
    const session = await open({}, null);
    expect((await session.exec('pwd')).stdout).toBe(`${process.cwd()}\n`);
    expect((await session.exec('pwd', { cwd: scratch.at('root/sub') })).stdout).toBe(`${scratch.at('root/sub')}\n`);
  });
});
