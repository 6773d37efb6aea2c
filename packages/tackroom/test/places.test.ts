import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { calls, ScriptedModel, text, type ScriptedTurn } from '@tackroom/testing';
import { HarnessModule, RunState, type Agent, type ApprovalRequest, type Harness, type PermissionOptions, type RunResult } from 'tackroom';

const SESSION = { sessionId: 'one' };
let root: string;
let harness: Harness | undefined;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tackroom-places-')));
});
afterEach(async () => {
  await harness?.close();
  rmSync(root, { recursive: true, force: true });
});

const there = (path: string): boolean => existsSync(join(root, path));
function make(...files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), 'text');
  }
}
async function boot(permissions: PermissionOptions = {}): Promise<Harness> {
  harness = await HarnessModule.create({ workspace: root, bundles: ['filesystem', 'navigation', 'shell'], permissions });
  return harness;
}
const agentOf = (of: Harness, name: string, ...turns: readonly ScriptedTurn[]): Agent =>
  of.createAgent({ name, planning: false, model: new ScriptedModel([...turns, text('Done.')]) });
const move = (path: string): [string, { path: string }] => ['change_directory', { path }];
const outputs = ({ messages }: RunResult): string => JSON.stringify(messages.filter(({ role }) => role === 'tool'));
const asked = ({ pending }: RunResult): ApprovalRequest => pending[0] as ApprovalRequest; // each test asks for one approval
const stored = ({ state }: RunResult): RunState => RunState.parse(JSON.stringify(state));

describe('a call after a change of directory in its turn', () => {
  test('is shown in the new directory and runs there, after a pause', async () => {
    make('f', 'docs/f');
    const agent = agentOf(await boot(), 'a', calls(move('docs'), ['delete', { path: 'f' }]));
    const paused = await agent.run('Go.', SESSION);
    expect(asked(paused)).toMatchObject({ place: { cwd: 'docs', real: 'docs', paths: { path: 'docs/f' } } });
    expect(asked(paused).text).toBe('delete\n  path: "f"\n  recursive: false\n  (in the directory "docs")');
    await agent.resume(paused.state.approve());
    expect([there('f'), there('docs/f')]).toEqual([true, false]);
  });

  test('is denied by the rule about where it leads, whatever an approver says', async () => {
    for (const approver of [() => ({ type: 'approve' }) as const, () => Promise.resolve({ type: 'approve' } as const)]) {
      make('secrets/key');
      const of = await boot({ deny: ['write_file{"path":"secrets/**"}'], approver });
      const result = await agentOf(of, 'a', calls(move('secrets'), ['write_file', { path: 'n', content: 'x' }])).run('Go.');
      expect(outputs(result)).toContain('Permission denied');
      expect(there('secrets/n')).toBe(false);
      await of.close();
    }
  });

  test('meets the guard of protected paths', async () => {
    make('.git/hooks/sample');
    const agent = agentOf(await boot(), 'a', calls(move('.git/hooks'), ['write_file', { path: 'pre-commit', content: 'x' }]));
    const paused = await agent.run('Go.');
    expect(asked(paused)).toMatchObject({ guard: true, place: { paths: { path: '.git/hooks/pre-commit' } } });
  });

  test('is prepared where the session is once the change was refused or has failed', async () => {
    make('docs/f');
    const of = await boot({ ask: ['change_directory'] });
    const agent = agentOf(of, 'a', calls(move('docs'), ['read_file', { path: 'docs/f' }], move('gone'), ['glob', { pattern: '*' }]));
    const paused = await agent.run('Go.', SESSION);
    expect(paused.pending).toHaveLength(1);
    const again = await agent.resume(paused.state.reject());
    expect(asked(again).args).toEqual({ path: 'gone' });
    const ended = await agent.resume(again.state.approve());
    expect(ended.status).toBe('completed');
    expect(outputs(ended)).toMatch(/1→text|text[\s\S]*does not exist/);
  });

  test('waits through a pause in another process', async () => {
    make('f', 'docs/f');
    const first = agentOf(await boot({ ask: ['change_directory'] }), 'a', calls(move('docs'), ['delete', { path: 'f' }]));
    const json = JSON.stringify((await first.run('Go.', SESSION)).state.approve());
    await harness?.close();
    const agent = agentOf(await boot({ ask: ['change_directory'] }), 'a');
    const again = await agent.resume(RunState.parse(json), { partial: true });
    const moved = again.pending[0]?.toolName === 'change_directory' ? await agent.resume(again.state.approve()) : again;
    expect(asked(moved)).toMatchObject({ toolName: 'delete', place: { cwd: 'docs' } });
    await agent.resume(moved.state.approve());
    expect([there('f'), there('docs/f')]).toEqual([true, false]);
  });
});

test('two changes of directory in one turn follow each other, and two runs of a session start each from its own place', async () => {
  make('a/b/f');
  const of = await boot({ profile: 'open' });
  const result = await agentOf(of, 'a', calls(move('a'), move('b'), ['read_file', { path: 'f' }])).run('Go.');
  expect(outputs(result)).toContain('a/b');
  expect(outputs(result)).not.toContain('error-text');
});

test('a command that was approved for one directory runs there, although another run has moved the session', async () => {
  make('a/f', 'b/f');
  const of = await boot();
  const agent = agentOf(of, 'a', calls(['run_command', { command: 'touch HERE' }]));
  const paused = await agent.run('Go.', SESSION);
  expect(asked(paused).preview).toBe('In the root of the workspace:\n- touch HERE');
  await agentOf(of, 'b', calls(move('b'))).run('Go.', SESSION);
  await agent.resume(stored(paused).approve());
  expect([there('HERE'), there('b/HERE')]).toEqual([true, false]);
});

describe('a directory that changes under an approved command', () => {
  const change = async (how: () => void): Promise<string> => {
    make('a/f', 'b/f');
    const agent = agentOf(await boot(), 'a', calls(move('a')), calls(['run_command', { command: 'touch HERE' }]));
    const paused = await agent.run('Go.', SESSION);
    how();
    return outputs(await agent.resume(paused.state.approve()));
  };

  test('and leads elsewhere by a link', async () => {
    const said = await change(() => {
      renameSync(join(root, 'a'), join(root, 'old'));
      symlinkSync('b', join(root, 'a'));
    });
    expect(said).toMatch(/became another than the one that was decided about/);
    expect([there('b/HERE'), there('old/HERE')]).toEqual([false, false]);
  });

  test('and is gone', async () => {
    expect(await change(() => rmSync(join(root, 'a'), { recursive: true }))).toMatch(/the working directory .*a.* is gone/);
    expect(readdirSync(root).sort()).toEqual(['b']);
  });
});

test('"always" for a command holds for its directory', async () => {
  make('proj/build/x', 'home/build/x');
  const previews: (string | undefined)[] = [];
  const approver = ({ preview, suggestedGrants }: ApprovalRequest) => {
    previews.push(preview, ...suggestedGrants);
    return { type: 'approve', scope: 'session' } as const;
  };
  const run = ['run_command', { command: 'rm -rf build' }] as const;
  const turns = [calls(move('proj')), calls([...run]), calls([...run]), calls(move('../home')), calls([...run])];
  await agentOf(await boot({ approver }), 'a', ...turns).run('Go.', SESSION);
  expect(previews).toEqual([
    'In proj:\n- rm -rf build',
    'run_command{"command":"rm -rf build","timeout_seconds":"30","cwd":"proj"}',
    'In home:\n- rm -rf build',
    'run_command{"command":"rm -rf build","timeout_seconds":"30","cwd":"home"}',
  ]);
});

test('a rule that names cwd sees the working directory where a call leaves it out: allow, ask and deny', async () => {
  make('src/f', 'secrets/f', 'odd/f');
  const permissions = {
    allow: ['run_command{"command":"touch *","cwd":"src"}', 'run_command{"command":"touch *","cwd":"secrets"}'],
    ask: ['run_command{"cwd":"odd"}'],
    deny: ['run_command{"cwd":"secrets/**"}'],
  };
  const of = await boot({ ...permissions, onAsk: 'deny' });
  for (const directory of ['src', 'secrets', 'odd']) {
    await agentOf(of, directory, calls(move(directory)), calls(['run_command', { command: 'touch N' }])).run('Go.');
  }
  const nested = calls(move('secrets'), ['run_command', { command: 'touch N', cwd: 'src' }]);
  await agentOf(of, 'nested', nested).run('Go.');
  expect(['src/N', 'secrets/N', 'odd/N', 'secrets/src/N', 'N'].filter(there)).toEqual(['src/N']);
});

test('an approval in a state that does not say where the call was to act is asked for again, with the place', async () => {
  make('f');
  const agent = agentOf(await boot(), 'a', calls(['delete', { path: 'f' }]));
  const paused = await agent.run('Go.', SESSION);
  const { argsDigest } = await import('@tackroom/core');
  const old = JSON.parse(JSON.stringify(paused.state)) as { version: number; calls: { place?: object; pending: ApprovalRequest[] }[] };
  old.version = 2;
  for (const call of old.calls) {
    delete call.place;
    call.pending = call.pending.map(({ place: _, ...request }) => ({ ...request, argsDigest: argsDigest('delete', request.args) }));
  }
  const again = await agent.resume(RunState.parse(old).approve(), { partial: true });
  expect(again.status).toBe('paused');
  expect(asked(again)).toMatchObject({ place: { cwd: '', paths: { path: 'f' } } });
  expect(there('f')).toBe(true);
  await agent.resume(again.state.approve());
  expect(there('f')).toBe(false);
});
