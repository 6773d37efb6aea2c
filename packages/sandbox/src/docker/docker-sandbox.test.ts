import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandOptions, CommandResult, SandboxSession, SyncReport } from '@tackroom/core';
import { hasDocker, TEST_IMAGE, useDocker } from '../../test/docker-engine.js';
import { describeNeeding, leavesNothingRunning, scratchDirectory } from '../../test/scratch.js';

import { DockerSandbox } from './docker-sandbox.js';
import type { DockerSandboxOptions } from './docker-options.js';

const scratch = scratchDirectory();
beforeEach(() => scratch.write({ 'root/sub/f': 'text\n' }));

const sandbox = (options: Partial<DockerSandboxOptions> = {}): DockerSandbox =>
  new DockerSandbox({ root: scratch.at('root'), image: TEST_IMAGE, graceMs: 300, ...options });
const open = (options: Partial<DockerSandboxOptions> = {}, sessionId = 's'): Promise<SandboxSession> =>
  sandbox(options).open({ sessionId, root: null });

/** Opens a session for one command. */
async function exec(command: string, options: Partial<DockerSandboxOptions> & Omit<CommandOptions, 'env'> = {}): Promise<CommandResult> {
  const session = await open(options);
  try {
    return await session.exec(command, options);
  } finally {
    await session.close();
  }
}

function docker(...args: readonly string[]): string {
  return spawnSync('docker', args, { encoding: 'utf8', env: process.env }).stdout.trim();
}

const containers = (): string => docker('ps', '--all', '--quiet', '--filter', 'label=tackroom.session');

describeNeeding('Docker', hasDocker(), 'DockerSandbox', () => {
  const daemon = useDocker();
  leavesNothingRunning(() => daemon.process());
  afterEach(() => expect(containers()).toBe(''));

  describe('what commands have', () => {
    test('no rights, nothing to write to but the workspace and /tmp, and no network', async () => {
      const { stdout, stderr } = await exec(`
        grep -hE '^(CapEff|CapPrm|CapBnd|NoNewPrivs|Seccomp):' /proc/self/status | tr -d '\\t'
        id -u; pwd; for at in / /usr /etc /run /run/tackroom/in /dev . /tmp ~; do touch $at/x && echo "writes to $at"; done
        ls /sys/class/net; ls /var/run/docker.sock /run/docker.sock`);
      const user = process.getuid?.() === 0 ? 1000 : process.getuid?.();
      expect(stdout.replaceAll(scratch.path, 'SCRATCH')).toBe(
        `CapPrm:0000000000000000\nCapEff:0000000000000000\nCapBnd:0000000000000000\nNoNewPrivs:1\nSeccomp:2\n${user}\nSCRATCH/root\n` +
          'writes to .\nwrites to /tmp\nwrites to /tmp/home\nlo\n',
      );
      expect(stderr.match(/Read-only file system/g)).toHaveLength(5);
    });

    test('the environment of the image, what was given, and nothing of this process', async () => {
      process.env['HTTP_PROXY'] = 'http://user:secret@proxy.example';
      process.env['PASSED'] = 'passed';
      const { stdout } = await exec('env', { env: { GIVEN: 'a "b"\nc' }, passEnv: ['PASSED'] });
      delete process.env['HTTP_PROXY'];
      delete process.env['PASSED'];
      expect(stdout).toContain('GIVEN=a "b"\nc\n');
      expect(stdout).toContain('PASSED=passed\n');
      expect(stdout).toContain('PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n');
      expect(stdout).toContain('HOME=/tmp/home\n');
      expect(stdout).not.toContain('secret');
    });

    test('readable paths are there and cannot be written', async () => {
      scratch.write({ 'tools, all/x': 'tool' });
      chmodSync(scratch.path, 0o755);
      const at = scratch.at('tools, all');
      const result = await exec(`cat "${at}/x"; touch "${at}/y"`, { readable: [at] });
      expect([result.stdout, result.denials]).toEqual(['tool', ['writing outside the workspace and /tmp']]);
      await expect(open({ readable: [scratch.at('gone')] })).rejects.toMatchObject({ code: 'SANDBOX_OPTION_INVALID' });
    });

    test('/tmp lasts as long as the session', async () => {
      const session = await open();
      await session.exec('echo one > /tmp/a; echo two > ~/b');
      expect((await session.exec('cat /tmp/a ~/b')).stdout).toBe('one\ntwo\n');
      await session.close();
      expect((await exec('ls -A /tmp ~')).stdout).not.toMatch(/\b[ab]\b/);
    });
  });

  describe('how commands end', () => {
    test('TERM reaches the command before KILL does', async () => {
      const session = await open();
      const trapped = await session.exec(`trap 'echo bye; exit 5' TERM; echo up; sleep 60 & wait`, { timeoutMs: 1_500 });
      expect(trapped).toMatchObject({ stdout: 'up\nbye\n', timedOut: true, exitCode: 5, signal: null });
      const deaf = await session.exec(`trap '' TERM; echo up; sleep 61; sleep 61`, { timeoutMs: 1_500 });
      expect(deaf).toMatchObject({ stdout: 'up\n', timedOut: true, exitCode: null, signal: 'SIGKILL' });
      expect((await session.exec('for p in /proc/[0-9]*; do tr "\\0" " " < $p/cmdline; done')).stdout).not.toContain('sleep');
      await session.close();
    });

    test('exit codes are told from signals', async () => {
      const session = await open();
      const ends: readonly (readonly [command: string, exitCode: number | null, signal: string | null])[] = [
        ['exit 3', 3, null],
        ['exit 137', 137, null],
        ['exit 143', 143, null],
        ['set -o pipefail; yes | head -1 >/dev/null', 141, null],
        ["bash -c 'kill -9 $$'; exit $?", 137, null],
        ['kill -9 $$', null, 'SIGKILL'],
        ['kill -TERM $$', null, 'SIGTERM'],
        ['kill -INT $$', null, 'SIGINT'],
        ['kill -PIPE $$', null, 'SIGPIPE'],
        ['(:) & (:) & (: &) ; kill -SEGV $$', null, 'SIGSEGV'],
        [`: ${'x'.repeat(200_000)}\nkill -9 $$`, null, 'SIGKILL'],
        // It may be stopped and go on.
        ['(sleep 0.1; kill -CONT $$) & kill -STOP $$; wait; exit 7', 7, null],
        ['(sleep 0.1; kill -CONT $$; kill -9 $$) & kill -STOP $$; sleep 66', null, 'SIGKILL'],
      ];
      for (const [command, exitCode, signal] of ends) {
        expect({ command, ...(await session.exec(command, { timeoutMs: 20_000 })) }).toMatchObject({
          command,
          exitCode,
          signal,
          timedOut: false,
        });
      }
      await session.close();
    });

    test.each([
      ['in the background', 'sleep 62 & echo started'],
      ['in a session of its own', 'setsid -f sleep 62; echo started'],
      ['without its environment', 'env -i setsid -f sleep 62; echo started'],
    ])('what is left %s ends with the command', async (_how, command) => {
      const session = await open();
      expect(await session.exec(command)).toMatchObject({ stdout: 'started\n', exitCode: 0, stoppedBackground: true });
      const { stdout } = await session.exec('grep -l sleep /proc/[0-9]*/comm');
      expect(stdout).toBe('');
      await session.close();
    });

    test('a command that ends leaves those beside it alone', async () => {
      const session = await open();
      const slow = session.exec('sleep 3; echo slow');
      expect(await session.exec('(setsid sleep 63 &); echo quick')).toMatchObject({ stdout: 'quick\n', stoppedBackground: true });
      await session.exec('env -i setsid -f sleep 63');
      expect(await slow).toMatchObject({ stdout: 'slow\n', exitCode: 0 });
      expect((await session.exec('grep -l sleep /proc/[0-9]*/comm')).stdout).toBe('');
      await session.close();
    });

    test('processes are bounded, and a command that has them all can be ended', async () => {
      const session = await open({ limits: { processes: 40 } });
      const bomb = await session.exec('b() { b | b & wait; }; b', { timeoutMs: 1_000 });
      expect(bomb.timedOut).toBe(true);
      const many = await session.exec('for i in $(seq 60); do sleep 64 & done; wait', { timeoutMs: 5_000 });
      expect(many.denials).toEqual(['more than 40 processes']);
      expect((await session.exec('echo alive')).stdout).toBe('alive\n');
      await session.close();
    });

    test('memory is bounded, and who ran out of it is told', async () => {
      const fill = `perl -e '$x = "x" x 200_000_000; print length $x'`;
      const result = await exec(`${fill}; exit 3`, { limits: { memoryMb: 64 } });
      expect(result).toMatchObject({ stdout: '', exitCode: 3, denials: ['more than 64 MB of memory; a process was killed for it'] });
      expect((await exec(fill)).stdout).toBe('200000000');
    });

    test('a command that kills what watches over it has ended, and the session goes on', async () => {
      const session = await open();
      expect(await session.exec('kill -9 $PPID; sleep 65')).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
      expect(await session.exec('kill -9 -1; sleep 65')).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
      expect((await session.exec('grep -l sleep /proc/[0-9]*/comm; echo alive')).stdout).toBe('alive\n');
      await session.close();
    });
  });

  describe('the workspace', () => {
    test('commands and file tools work on one copy; what both sides changed is kept beside', async () => {
      const reports: SyncReport[] = [];
      const provider = sandbox({ onSync: (report) => reports.push(report) });
      const session = await provider.open({ sessionId: 's', root: null });
      const files = provider.workspace.session('s');
      await files.write('made/by-a-tool', Buffer.from('tool\n'), { overwrite: false });
      const { stdout, stderr } = await session.exec(
        'cat made/by-a-tool; echo command >> made/by-a-tool; echo new > made/by-a-command; echo mine > sub/f; mkdir -p .git/hooks; echo x > .git/hooks/post-checkout',
      );
      expect([stdout, stderr]).toEqual(['tool\n', '']);
      await files.write('made/by-a-command', Buffer.from('again\n'), { overwrite: true });
      expect((await session.exec('cat made/by-a-command; echo more >> made/by-a-command')).stdout).toBe('again\n');
      expect(readdirSync(scratch.at('root'))).toEqual(['sub']);
      scratch.write({ 'root/sub/f': 'somebody else\n' });
      await session.close();
      expect(reports).toMatchObject([
        {
          copied: ['made/by-a-command', 'made/by-a-tool'],
          removed: [],
          conflicts: [{ path: 'sub/f', keptAs: 'sub/f.sandbox' }],
          refused: ['.git/hooks', '.git/hooks/post-checkout'].map((path) => ({ path, reason: 'it is protected' })),
        },
      ]);
      expect(
        ['made/by-a-tool', 'made/by-a-command', 'sub/f.sandbox'].map((path) => readFileSync(scratch.at(`root/${path}`), 'utf8')),
      ).toEqual(['tool\ncommand\n', 'again\nmore\n', 'mine\n']);
      expect(statSync(scratch.at('root/made/by-a-tool')).uid).toBe(process.getuid?.());
    });

    test('a directory that was removed is named as such', async () => {
      const session = await open();
      await session.exec('rm -r sub');
      await expect(session.exec('pwd', { cwd: 'sub' })).rejects.toMatchObject({ code: 'SANDBOX_CWD_MISSING' });
      await session.close();
    });
  });

  describe('containers', () => {
    test('there is one for a session, from its first command to its end, with a label', async () => {
      const session = await open({}, 'session-7');
      expect(containers()).toBe('');
      await Promise.all([session.exec('true'), session.exec('true')]);
      expect(docker('ps', '--format', '{{.Label "tackroom.session"}}')).toBe('session-7');
      await session.close();
      expect(containers()).toBe('');
    });

    test('one that is gone while a command runs is an error, and the next command gets another', async () => {
      const session = await open();
      await session.exec('echo kept > kept; echo lost > /tmp/lost');
      const running = session.exec('echo up; sleep 66', {
        onOutput: () => void spawnSync('docker', ['rm', '--force', containers()], { env: process.env }),
      });
      await expect(running).rejects.toMatchObject({
        code: 'SANDBOX_LOST',
        message: expect.stringMatching(
          /^The container of the sandbox ended while the command ran, which may have partly done its work: \S.* The next command gets another container\. The workspace is as it was left; \/tmp is empty\.$/,
        ) as unknown,
      });
      expect((await session.exec('cat kept /tmp/lost')).stdout).toBe('kept\n');
      await session.close();
      expect(containers()).toBe('');
    });

    test('a process that is killed leaves no container, and what it left of files the next removes', async () => {
      const program = fileURLToPath(new URL('../../test/open-docker.mjs', import.meta.url));
      const env = { ...process.env, TMPDIR: scratch.path }; // what it cannot remove itself goes with the test
      const child = spawn(process.execPath, [program, scratch.at('root'), TEST_IMAGE], { stdio: ['ignore', 'pipe', 'inherit'], env });
      await once(child.stdout, 'data');
      const before = containers();
      child.kill('SIGKILL');
      await once(child, 'exit');
      while (containers() !== '') await new Promise((resolve) => setTimeout(resolve, 50));
      expect(before).toMatch(/^[0-9a-f]+$/);
      const left = (): readonly string[] => readdirSync(scratch.path).filter((name) => name.startsWith('tackroom-session-'));
      expect(left()).toHaveLength(1);
      const check = `import { DockerSandbox } from '@tackroom/sandbox';
        await new DockerSandbox({ root: ${JSON.stringify(scratch.at('root'))}, image: '${TEST_IMAGE}' }).check();`;
      spawnSync(process.execPath, ['--input-type=module', '--eval', check], { cwd: dirname(program), env, stdio: 'inherit' });
      expect(left()).toEqual([]);
      expect(existsSync(scratch.at('root/sub'))).toBe(true);
    });
  });
});
