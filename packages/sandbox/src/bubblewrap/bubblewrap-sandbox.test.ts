import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { bubblewrapBench } from '../../test/bubblewrap-bench.js';
import { describeNeeding, hasBubblewrap } from '../../test/scratch.js';
import { BubblewrapSandbox } from './bubblewrap-sandbox.js';

const { scratch, open, exec } = bubblewrapBench();

/** A program that says it is this version and otherwise does what it is told after `--`. */
function stub(version: string, mode = 0o755): string {
  scratch.write({
    bwrap: `#!/bin/bash\n[ "$1" = --version ] && { echo "bubblewrap ${version}"; exit; }\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n`,
  });
  chmodSync(scratch.at('bwrap'), mode);
  return scratch.at('bwrap');
}

describe('what cannot be', () => {
  test('wrong options are told all at once', () => {
    expect(() => new BubblewrapSandbox({ readable: ['tools'], protect: ['../x', ''], limits: { memoryMb: 0 } })).toThrow(
      expect.objectContaining({
        code: 'SANDBOX_OPTION_INVALID',
        problems: ['readable', 'protect', 'protect', 'limits.memoryMb'].map((where) => expect.objectContaining({ where }) as unknown),
      }),
    );
  });

  test.each([null, '/'])('%j is no workspace', async (root) => {
    await expect(open({}, root)).rejects.toMatchObject({ code: 'SANDBOX_ROOT_MISSING' });
  });
});

const onLinux = process.platform === 'linux';

describeNeeding('Linux', onLinux, 'a machine without bubblewrap', () => {
  test.each([
    ['missing', () => '/nowhere/bwrap', /nowhere\/bwrap was not found\. Install it: apt install bubblewrap/],
    ['too old', () => stub('0.7.0'), /is version 0\.7\.0, and 0\.8\.0 is needed\./],
    ['setuid and known to give root away', () => stub('0.11.1', 0o4755), /is version 0\.11\.1, and 0\.11\.2 is needed as a setuid program/],
    ['not confining anything', () => stub('0.12.0'), /a trial command was not confined: .*This is not process 1 of a sandbox/],
    ['not working', () => '/bin/false', /does not run/],
  ])('%s: nothing is run', async (_what, bwrap, message) => {
    await expect(open({ bwrap: bwrap() })).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringMatching(message) as unknown,
    });
  });

  test('is looked at again by the next attempt', async () => {
    const sandbox = new BubblewrapSandbox({ bwrap: scratch.at('bwrap') });
    const attempt = (): Promise<unknown> => sandbox.open({ sessionId: 's', root: scratch.at('root') });
    await expect(attempt()).rejects.toMatchObject({ message: expect.stringContaining('was not found') as unknown });
    stub('0.7.0');
    await expect(attempt()).rejects.toMatchObject({ message: expect.stringContaining('0.7.0') as unknown });
  });
});

describeNeeding('bubblewrap', hasBubblewrap(), 'BubblewrapSandbox', () => {
  test('/tmp and the home directory last as long as the session, and leave nothing', async () => {
    const temporary = process.env['TMPDIR'];
    process.env['TMPDIR'] = scratch.path; // other tests use the usual one meanwhile
    const session = await open();
    await session.exec('echo one > /tmp/a; echo two > ~/b');
    expect((await session.exec('cat /tmp/a ~/b; echo $TMPDIR; id -u')).stdout).toMatch(/^one\ntwo\n\/tmp\n[1-9]\d*\n$/);
    await session.close();
    expect((await exec('ls -A /tmp ~')).stdout).not.toMatch(/\b[ab]\b/);
    expect(readdirSync(scratch.path)).toEqual(['root']);
    if (temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporary;
  });

  test('the workspace is the same one, writable, under the same path', async () => {
    expect((await exec('pwd; cat f; echo new > g', { cwd: 'sub' })).stdout).toBe(`${scratch.at('root/sub')}\ntext\n`);
    expect(existsSync(scratch.at('root/sub/g'))).toBe(true);
  });

  test('readable paths are there and cannot be written', async () => {
    scratch.write({ 'tools/x': 'tool' });
    const result = await exec(`cat ${scratch.at('tools/x')}; touch ${scratch.at('tools/y')}`, { readable: [scratch.at('tools')] });
    expect([result.stdout, result.denials]).toEqual(['tool', [`writing ${scratch.at('tools/y')}, which is outside the workspace`]]);
    await expect(open({ readable: [scratch.at('gone')] })).rejects.toMatchObject({ code: 'SANDBOX_OPTION_INVALID' });
  });

  test('keys in a workspace that is a home directory are not shown', async () => {
    scratch.write({ 'root/.ssh/id': 'KEY', 'root/.netrc': 'KEY', 'root/.npmrc': 'KEY' });
    const { stdout } = await exec('cat .ssh/id .netrc .npmrc; ls -A .ssh; echo end');
    expect(stdout).toBe('end\n');
  });

  test('what somebody makes or removes between commands is taken as it is', async () => {
    const session = await open();
    await session.exec('true');
    scratch.write({ 'root/.git/hooks/pre-commit': 'mine', 'root/.mcp.json': '{}' });
    expect((await session.exec('cat .git/hooks/pre-commit; echo x > .git/hooks/pre-commit')).stdout).toBe('mine');
    rmSync(scratch.at('root/.git'), { recursive: true });
    expect(await session.exec('cat .mcp.json')).toMatchObject({ stdout: '{}', exitCode: 0, denials: [] });
    expect(readdirSync(scratch.at('root')).sort()).toEqual(['.mcp.json', 'sub']);
    await session.close();
  });

  test('TERM reaches the command before KILL does', async () => {
    const result = await exec(`trap 'echo bye; exit 5' TERM; echo up; sleep 60 & wait`, { timeoutMs: 1_000 });
    expect(result).toMatchObject({ stdout: 'up\nbye\n', timedOut: true, exitCode: 5 });
    expect(await exec(`trap '' TERM; sleep 60; sleep 60`, { timeoutMs: 1_000 })).toMatchObject({ timedOut: true, signal: 'SIGKILL' });
  });

  test('memory is bounded, and a command that stays within its bounds is not', async () => {
    const fill = `perl -e '$x = "x" x 200_000_000; print length $x'`;
    expect(await exec(fill, { limits: { memoryMb: 50 } })).toMatchObject({
      stdout: '',
      stderr: expect.stringMatching(/memory/i) as unknown,
    });
    expect((await exec(fill)).stdout).toBe('200000000');
  });

  test('limits cannot be raised again', async () => {
    expect((await exec('ulimit -f unlimited; ulimit -f', { limits: { fileSizeMb: 1 } })).stdout).toBe('1024\n');
  });

  test('who commits are by is known inside, and nothing else of the configuration of git', async () => {
    scratch.write({ gitconfig: '[user]\n\tname = A \\"B\\" C\n\temail = a@x\n[core]\n\tsshCommand = secret\n' });
    process.env['GIT_CONFIG_GLOBAL'] = scratch.at('gitconfig');
    try {
      expect((await exec('git config --global --list')).stdout).toBe('user.name=A "B" C\nuser.email=a@x\n');
      const made = await exec(
        'git init -q repo && cd repo && git add -A && git commit -q --allow-empty -m x && git log --format="%an %ce"',
      );
      expect(made.stdout).toBe('A "B" C a@x\n');
    } finally {
      delete process.env['GIT_CONFIG_GLOBAL'];
    }
  });

  test('a sandbox that cannot be set up is no result of the command', async () => {
    scratch.write({ 'tools/x': '' });
    const session = await open({ readable: [scratch.at('tools')] });
    expect((await session.exec('echo "bwrap: no" >&2; exit 1')).exitCode).toBe(1);
    rmSync(scratch.at('tools'), { recursive: true });
    await expect(session.exec('exit 1')).rejects.toMatchObject({
      code: 'SANDBOX_START_FAILED',
      message: expect.stringMatching(/^The sandbox could not be set up: bwrap: .*tools/) as unknown,
    });
    await session.close();
  });
});
