import { cpSync, existsSync, readdirSync, realpathSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { CommandOptions, CommandResult, SandboxSession } from '@tackroom/core';
import { describeNeeding, hasSandboxRuntime, leavesNothingRunning, scratchDirectory } from '../../test/scratch.js';
import { findRipgrep } from '../search/ripgrep-binary.js';
import { SrtSandbox, type SrtSandboxOptions } from './srt-sandbox.js';

const scratch = scratchDirectory();
leavesNothingRunning();

const open = (options: SrtSandboxOptions = {}, root: string | null = scratch.at('root')): Promise<SandboxSession> =>
  new SrtSandbox({ graceMs: 300, allowRoot: true, ...options }).open({ sessionId: 's', root });

/** Opens a session for one command. */
async function exec(command: string, options: SrtSandboxOptions & CommandOptions = {}): Promise<CommandResult> {
  const session = await open(options);
  try {
    return await session.exec(command, options);
  } finally {
    await session.close();
  }
}

beforeEach(() => scratch.write({ 'root/sub/f': 'text\n' }));

test('wrong options are told all at once', () => {
  const network = { allow: ['no host'], allowPrivateHosts: ['localhost'] };
  const limits = { memoryMb: 0, scope: 'command' };
  expect(() => new SrtSandbox({ readable: ['tools'], protect: ['../x'], limits, network })).toThrow(
    expect.objectContaining({
      code: 'SANDBOX_OPTION_INVALID',
      problems: ['readable', 'protect', 'limits.memoryMb', 'limits.scope', 'network', 'network'].map(
        (where) => expect.objectContaining({ where }) as unknown,
      ),
    }),
  );
});

const PACKAGES = fileURLToPath(new URL('../../..', import.meta.url));

/** What a process of its own says of the sandbox that it finds from a directory. */
function tryFrom(directory: string, env: NodeJS.ProcessEnv = process.env): string {
  scratch.write({
    [`${directory}/try.mjs`]: `import { SrtSandbox } from '@tackroom/sandbox';
      await new SrtSandbox({ allowRoot: true }).check().then(() => console.log('works'), ({ code, message }) => console.log(code + ': ' + message));`,
  });
  return spawnSync(process.execPath, [scratch.at(`${directory}/try.mjs`)], { encoding: 'utf8', env }).stdout;
}

test('without the package nothing is run, and the message says what to install', () => {
  for (const name of ['dist', 'package.json']) {
    cpSync(`${PACKAGES}sandbox/${name}`, scratch.at(`a/node_modules/@tackroom/sandbox/${name}`), { recursive: true });
  }
  scratch.link('a/node_modules/@tackroom/core', `${PACKAGES}core`);
  scratch.link('a/node_modules/@vscode/ripgrep', realpathSync(`${PACKAGES}../node_modules/@vscode/ripgrep`));
  expect(tryFrom('a')).toMatchInlineSnapshot(`
"SANDBOX_UNAVAILABLE: SrtSandbox cannot be used here: the package @anthropic-ai/sandbox-runtime cannot be loaded. Install it: npm install @anthropic-ai/sandbox-runtime@0.0.83.
"
`);
});

describeNeeding("bubblewrap and socat, for Anthropic's sandbox runtime", hasSandboxRuntime(), 'SrtSandbox', () => {
  test.each([null, '/'])('%j is no workspace', async (root) => {
    await expect(open({}, root)).rejects.toMatchObject({ code: 'SANDBOX_ROOT_MISSING' });
  });

  test('says what it found', async () => {
    expect(await new SrtSandbox({ allowRoot: true }).inspect()).toEqual({ version: '0.0.83', isolation: 'bubblewrap' });
  });

  test('leaves no part of its trial, and removes what a dead process left', () => {
    scratch.link('c/node_modules/@tackroom/sandbox', `${PACKAGES}sandbox`);
    scratch.write({ 'temporary/tackroom-session-dead/owner.json': '{"pid":1,"started":"1","boot":"another"}' });
    expect(tryFrom('c', { ...process.env, TMPDIR: scratch.at('temporary') })).toBe('works\n');
    expect(readdirSync(scratch.at('temporary'))).toEqual([]);
  });

  test('without a program that it needs nothing is run', () => {
    scratch.link('b/node_modules/@tackroom/sandbox', `${PACKAGES}sandbox`);
    for (const name of ['bwrap', 'bash', 'mkfifo', 'which', 'sh']) scratch.link(`bin/${name}`, `/usr/bin/${name}`);
    expect(tryFrom('b', { PATH: scratch.at('bin') })).toMatch(
      /^SANDBOX_UNAVAILABLE: SrtSandbox cannot be used here: .*socat not installed\. It needs bubblewrap and socat: apt install bubblewrap socat/,
    );
    expect(tryFrom('b')).toBe('works\n');
  });

  test('one process has one set of network settings', async () => {
    const [one, other] = [{ network: { allow: ['a.example'] } }, { network: { allow: ['b.example'] } }];
    const first = await open(one);
    const second = await open(one);
    await expect(open(other)).rejects.toMatchObject({ code: 'SANDBOX_CONFLICT' });
    await first.close();
    await expect(new SrtSandbox({ ...other, allowRoot: true }).check()).rejects.toMatchObject({ code: 'SANDBOX_CONFLICT' });
    expect((await second.exec('echo on')).stdout).toBe('on\n');
    await second.close();
    expect((await exec('echo on', other)).stdout).toBe('on\n');
  });

  test('a program that uses the runtime itself is not disturbed', async () => {
    const { SandboxManager } = await import('@anthropic-ai/sandbox-runtime');
    await SandboxManager.initialize({
      ripgrep: { command: await findRipgrep(undefined) },
      network: { allowedDomains: [], deniedDomains: [] },
      filesystem: { denyRead: [], allowWrite: [], denyWrite: [] },
    });
    const port = SandboxManager.getProxyPort();
    await expect(open()).rejects.toMatchObject({ code: 'SANDBOX_CONFLICT', message: expect.stringContaining('this program') as unknown });
    expect(SandboxManager.getProxyPort()).toBe(port);
    await SandboxManager.reset();
    expect((await exec('echo on')).stdout).toBe('on\n');
  });

  test('the home directory lasts as long as the session, and nothing of it is left', async () => {
    const session = await open();
    const { stdout: home } = await session.exec('echo kept > ~/a; echo kept > "$TMPDIR/b"; printf %s "$HOME"');
    expect((await session.exec('cat ~/a "$TMPDIR/b"')).stdout).toBe('kept\nkept\n');
    await session.close();
    expect(existsSync(home)).toBe(false);
  });

  test('the workspace is the same one, writable, under the same path', async () => {
    expect((await exec('pwd; cat f; echo new > g', { cwd: 'sub' })).stdout).toBe(`${scratch.at('root/sub')}\ntext\n`);
    expect(existsSync(scratch.at('root/sub/g'))).toBe(true);
  });

  test('readable paths are there and cannot be written; nothing beside them is there', async () => {
    scratch.write({ 'tools/x*': 'tool', other: 'other' });
    const script = `cat ${scratch.at('tools/x')}\\*; cat ${scratch.at('other')}; touch ${scratch.at('tools/y')}`;
    const result = await exec(script, { readable: [scratch.at('tools')] });
    expect([result.stdout, result.denials]).toEqual(['tool', [`writing ${scratch.at('tools/y')}, which is outside the workspace`]]);
    await expect(open({ readable: [scratch.at('gone')] })).rejects.toMatchObject({ code: 'SANDBOX_OPTION_INVALID' });
  });

  test('keys in a workspace that is a home directory are not shown', async () => {
    scratch.write({ 'root/.ssh/id': 'KEY', 'root/.netrc': 'KEY', 'root/.npmrc': 'KEY' });
    expect((await exec('cat .ssh/id .netrc .npmrc; ls -A .ssh; echo end')).stdout).toBe('end\n');
  });

  test('protected files stay as they are, and what takes a free name is put aside', async () => {
    scratch.write({ 'root/.git/config': 'mine' });
    const result = await exec('echo x > .git/config; mkdir .vscode; cat .git/config');
    expect([result.stdout, result.denials]).toEqual(['mine', ['writing .vscode, which is protected; it was renamed to end in .sandbox']]);
    expect(readdirSync(scratch.at('root')).sort()).toEqual(['.git', '.vscode.sandbox', 'sub']);
    expect((await exec('echo x > .git/config; cat .git/config', { protect: [] })).stdout).toBe('x\n');
  });

  test('TERM reaches the command before KILL does', async () => {
    const result = await exec(`trap 'echo bye; exit 5' TERM; echo up; sleep 60 & wait`, { timeoutMs: 500 });
    expect(result).toMatchObject({ stdout: 'up\nbye\n', timedOut: true, exitCode: 5 });
    expect(await exec(`trap '' TERM; sleep 60; sleep 60`, { timeoutMs: 500 })).toMatchObject({ timedOut: true, signal: 'SIGKILL' });
  });

  test('a program that a signal ended leaves a number, and a shell that one ended is told so', async () => {
    const ends = ['set -o pipefail; yes | head -1 >/dev/null', 'exit 130', 'kill -TERM $$'];
    const session = await open();
    const results: unknown[] = [];
    for (const command of ends) results.push(await session.exec(command));
    await session.close();
    expect(results).toMatchObject([
      { exitCode: 141, signal: null },
      { exitCode: 130, signal: null },
      { exitCode: null, signal: 'SIGTERM' },
    ]);
  });

  test('what one process may use is bounded, and it cannot raise that', async () => {
    const result = await exec('ulimit -f unlimited; ulimit -f; head -c 3000000 /dev/zero > big', { limits: { fileSizeMb: 1 } });
    expect([result.stdout, result.denials]).toEqual(['1024\n', ['a file of more than 1 MB']]);
  });

  test('a trial that does not even begin is told', async () => {
    await expect(open({ shell: '/bin/false' })).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining('The sandbox could not be set up') as unknown,
    });
  });

  describe('the network', () => {
    const origin = createServer((_incoming, response) => response.end('hello'));
    let port = 0;
    beforeAll(async () => {
      await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
      port = (origin.address() as AddressInfo).port;
    });
    afterAll(() => origin.close());

    /** Bash that asks the proxy for a page and prints the answer. */
    const get = (where: string): string =>
      [
        'user=${http_proxy#http://}; user=$(printf %s "${user%@*}" | sed s/%3D/=/g | base64 -w 0)',
        'exec 9<>/dev/tcp/127.0.0.1/3128',
        `printf 'GET http://${where}/ HTTP/1.1\\r\\nHost: x\\r\\nProxy-Authorization: Basic %s\\r\\nConnection: close\\r\\n\\r\\n' "$user" >&9; cat <&9`,
      ].join('; ');

    test('there is none unless a host is allowed', async () => {
      expect((await exec('exec 9<>/dev/tcp/192.0.2.1/80')).denials).toEqual(['network access, which this sandbox does not have']);
      expect((await exec(get('b.example'))).denials).toEqual(['network access to b.example:80 (host is not on the allow list)']);
    });

    test('an allowed host is reached, and no other', async () => {
      const network = { allow: [`127.0.0.1:${port}`, 'c.example'] };
      expect((await exec(get(`127.0.0.1:${port}`), { network })).stdout).toMatch(/^HTTP\/1\.1 200 OK[^]*hello/);
      const { stdout, denials } = await exec(`${get('b.example')}; ${get('c.example:8080')}`, { network });
      expect(stdout.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 403', 'HTTP/1.1 403']);
      expect(denials).toEqual([
        'network access to b.example:80 (host is not on the allow list)',
        'network access to c.example:8080 (host is not on the allow list)',
      ]);
    });

    test('a name that leads to this machine is not reached', async () => {
      const name = hostname().toLowerCase();
      const isKnown = await lookup(name).then(
        () => true,
        () => false,
      );
      const { stdout } = await exec(get(`${name}:${port}`), { network: { allow: [`${name}:${port}`] } });
      expect(stdout).toMatch(isKnown ? /^HTTP\/1\.1 403 / : /^HTTP\/1\.1 502 /);
    });
  });
});
