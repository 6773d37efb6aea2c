import { chmodSync, existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import type { SandboxSession, SyncReport, WorkspaceSession } from '@tackroom/core';
import { STAND_IN, useStandIn } from '../../test/openshell/use-stand-in.js';
import { leavesNothingRunning, scratchDirectory } from '../../test/scratch.js';
import { OpenShellSandbox } from './openshell-sandbox.js';

const scratch = scratchDirectory();
const openshell = useStandIn(scratch);
leavesNothingRunning();

let reports: SyncReport[] = [];
let commands: SandboxSession;
let files: WorkspaceSession;
const root = (path: string): string => scratch.at(`root/${path}`);
const host = (path: string): string => readFileSync(root(path), 'utf8');
const write = (path: string, content: string): Promise<unknown> => files.write(path, Buffer.from(content), { overwrite: true });
const kept = (): readonly string[] => readdirSync(scratch.path).filter((name) => name.startsWith('tackroom-copy-'));

async function read(path: string): Promise<string> {
  const file = await files.open(path);
  try {
    return Buffer.from(await file.read(0, 100)).toString();
  } finally {
    await file.close();
  }
}

beforeEach(async () => {
  reports = [];
  scratch.write({ 'root/a': 'a\n', 'root/dir/b': 'b\n', 'root/gone/c': 'c\n', 'root/.git/hooks/x': 'x\n', 'root/.ssh/id': 'KEY' });
  const sandbox = new OpenShellSandbox({
    root: scratch.at('root'),
    openshell: STAND_IN,
    graceMs: 300,
    callTimeoutMs: 10_000,
    onSync: (report) => reports.push(report),
  });
  commands = await sandbox.open({ sessionId: 's', root: null });
  files = sandbox.workspace.session('s');
});

test('whoever comes sees what the other has made', async () => {
  await write('a', 'from the tool\n');
  await write('new/deep', 'deep\n');
  const { stdout } = await commands.exec(
    `cat a new/deep; ls -A; echo from the command > a; printf 'x' > '-n e\tw\nname'; rm -r gone; chmod 755 dir/b`,
  );
  expect(stdout).toBe('from the tool\ndeep\n.git\na\ndir\ngone\nnew\n');
  expect([await read('a'), await read('-n e\tw\nname')]).toEqual(['from the command\n', 'x']);
  await expect(files.stat('gone')).rejects.toMatchObject({ code: 'PATH_NOT_FOUND' });
  await files.remove('dir', { recursive: true });
  expect((await commands.exec('ls; cat a')).stdout).toBe(`-n e\tw\nname\na\nnew\nfrom the command\n`);
  await commands.close();
  expect(reports).toEqual([
    {
      copied: expect.arrayContaining(['a', 'new/deep', '-n e\tw\nname']) as unknown,
      removed: ['gone/c', 'gone', 'dir/b', 'dir'],
      conflicts: [],
      refused: [],
      failed: [],
    },
  ]);
  expect([host('a'), host('new/deep'), existsSync(root('dir')), host('.ssh/id')]).toEqual(['from the command\n', 'deep\n', false, 'KEY']);
});

test('links, modes, and what becomes something else go both ways', async () => {
  chmodSync(root('dir/b'), 0o755);
  await commands.exec('[ -x dir/b ] && ln -s a link; rm a; mkdir a; echo in > a/x; rm -r gone; echo now a file > gone; chmod 640 dir/b');
  expect([await read('a/x'), await read('gone'), (await files.stat('link')).kind]).toEqual(['in\n', 'now a file\n', 'link']);
  await files.remove('gone', { recursive: false });
  await write('gone/again', 'a directory\n');
  await commands.exec('cat gone/again > link2; readlink link > link3');
  await commands.exec('mkdir closed; echo in > closed/file; chmod 555 closed; echo own > secret; chmod 0 secret');
  expect(await read('closed/file')).toBe('in\n');
  await commands.close();
  expect([host('gone/again'), host('link2'), host('link3'), readlinkSync(root('link'))]).toEqual([
    'a directory\n',
    'a directory\n',
    'a\n',
    'a',
  ]);
  expect(statSync(root('dir/b')).mode & 0o777).toBe(0o640);
});

test('edits on the host win, and protected files do not come back', async () => {
  await commands.exec('echo sandbox > a; echo evil > .git/hooks/x; ln -s /etc/passwd out; mkfifo pipe');
  scratch.write({ 'root/a': 'host\n' });
  await commands.close();
  expect([host('a'), host('a.sandbox'), host('.git/hooks/x')]).toEqual(['host\n', 'sandbox\n', 'x\n']);
  expect(reports[0]).toMatchObject({
    conflicts: [{ path: 'a', keptAs: 'a.sandbox' }],
    refused: [
      { path: '.git/hooks/x', reason: 'it is protected' },
      { path: 'out', reason: 'it is a link that leads out of the workspace' },
    ],
  });
});

test('changes come back between runs too, and what the host changed meanwhile goes over', async () => {
  await commands.exec('echo one > made; rm -r gone');
  expect(await commands.sync?.()).toMatchObject({ copied: ['made'], removed: ['gone/c', 'gone'] });
  scratch.write({ 'root/a': 'from the host\n' });
  expect(await read('a')).toBe('from the host\n');
  expect((await commands.exec('cat a made; ls; echo two > made')).stdout).toBe('from the host\none\na\ndir\nmade\n');
  await commands.close();
  expect([host('made'), host('a'), existsSync(root('gone')), reports.length]).toEqual(['two\n', 'from the host\n', false, 2]);
});

test('only what changed goes over', async () => {
  await commands.exec('true');
  expect([openshell.calls('upload'), openshell.calls('download')].map(({ length }) => length)).toEqual([2, 1]);
  await read('a');
  await commands.exec('cat a');
  await read('a');
  expect([openshell.calls('upload'), openshell.calls('download')].map(({ length }) => length)).toEqual([2, 1]);
  await commands.close();
});

test('a session of which only files were used needs no sandbox', async () => {
  await write('a', 'A\n');
  const made = openshell.calls('create').length;
  await commands.close();
  expect([openshell.calls('create').length, host('a'), reports[0]?.copied]).toEqual([made, 'A\n', ['a']]);
});

test('paths may be said as commands see them', async () => {
  const { stdout } = await commands.exec('pwd; echo b > dir/new');
  expect(await read(`${stdout.trim()}/dir/new`)).toBe('b\n');
  expect(files.normalize(stdout.trim())).toBe('');
  await expect(files.stat('/etc/passwd')).rejects.toMatchObject({ code: 'PATH_OUTSIDE' });
  await commands.close();
});

test('a view stays in its directory, on the same two sides', async () => {
  await files.write('sub/x', Buffer.from('x'), { overwrite: false });
  const view = files.at?.('sub');
  expect(view?.cwd).toBe('sub');
  await view?.write('y', Buffer.from('y'), { overwrite: false });
  expect((await files.stat('sub/y')).path).toBe('sub/y');
  expect([await view?.changeDirectory('..'), files.cwd]).toEqual(['', '']);
});

test('a file tool waits for a command that is at work', async () => {
  const running = commands.exec('sleep 0.5; echo late > late');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await read('late')).toBe('late\n');
  await running;
  await commands.close();
});

test('what cannot be fetched is not lost: the sandbox is kept and named, and what is here comes back', async () => {
  await write('a', 'from the tool\n');
  await commands.exec('echo precious > b');
  openshell.fault('download', 'fails');
  await expect(read('b')).rejects.toMatchObject({ code: 'SANDBOX_CALL_FAILED' });
  const [name = ''] = openshell.sandboxes();
  await expect(commands.close()).rejects.toMatchObject({
    code: 'SANDBOX_LEFT_BEHIND',
    message: expect.stringMatching(
      new RegExp(`${name} was kept: .*gateway is not there.* openshell sandbox delete ${name}`, 's'),
    ) as unknown,
  });
  expect([openshell.sandboxes(), host('a'), reports.length]).toEqual([[name], 'from the tool\n', 1]);
});

test('a transfer that failed is made again by the next', async () => {
  openshell.fault('upload', 'fails');
  await expect(commands.exec('cat a')).rejects.toMatchObject({
    code: 'SANDBOX_CALL_FAILED',
    message: 'Putting files into the sandbox failed: transport error: the gateway is not there',
  });
  openshell.fault('upload', undefined);
  expect((await commands.exec('cat a; echo b > b')).stdout).toBe('a\n');
  await commands.close();
  expect(host('b')).toBe('b\n');
});

test('a sandbox that cannot be deleted is named, after changes came back', async () => {
  await commands.exec('echo b > b');
  openshell.fault('delete', 'fails');
  const [name = ''] = openshell.sandboxes();
  await expect(commands.close()).rejects.toMatchObject({ code: 'SANDBOX_LEFT_BEHIND', message: expect.stringContaining(name) as unknown });
  expect([host('b'), reports.length, kept()]).toEqual(['b\n', 1, []]);
});
