import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeNeeding, scratchDirectory } from '../../test/scratch.js';
import { HostWorkspace } from './host-workspace.js';
import { isTemporary } from './host-write.js';

const BUILT = new URL('../../dist/index.js', import.meta.url);
const BYTES = 2_000_000;
const ROUNDS = 12;

describeNeeding('the build', existsSync(fileURLToPath(BUILT)), 'a process that is killed while it writes', () => {
  const scratch = scratchDirectory();

  /** Replaces a file and makes new ones until it is killed, at some moment after its first. */
  async function writeUntilKilled(round: number): Promise<void> {
    const script = `import { HostWorkspace } from ${JSON.stringify(BUILT.href)};
      const session = new HostWorkspace(${JSON.stringify(scratch.at('root'))}).session('s');
      for (let turn = 0; turn < 10_000; turn += 1) {
        await session.write('f', Buffer.alloc(${BYTES}, 'ab'[turn % 2]), { overwrite: true });
        await session.write('new/${round}-' + turn, Buffer.alloc(${BYTES / 10}, 'n'), { overwrite: false });
        process.stdout.write('.');
      }`;
    const writer = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => writer.stdout.once('data', resolve));
    // Kills at another moment each time: nothing here depends on which one it is.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
    writer.kill('SIGKILL');
    await new Promise((resolve) => writer.once('close', resolve));
  }

  const uniform = (path: string): string => {
    const bytes = readFileSync(path);
    expect(bytes.every((byte) => byte === bytes[0])).toBe(true);
    return `${bytes.length} of ${String.fromCharCode(bytes[0] ?? 0)}`;
  };

  test('leaves files whole, old or new, and nothing else that anybody sees', async () => {
    scratch.write({ 'root/f': 'o'.repeat(BYTES) });
    const session = new HostWorkspace(scratch.at('root')).session('s');
    for (let round = 0; round < ROUNDS; round += 1) {
      await writeUntilKilled(round);
      expect([`${BYTES} of a`, `${BYTES} of b`]).toContain(uniform(scratch.at('root/f')));
    }
    const names = readdirSync(scratch.at('root/new')).filter((name) => !isTemporary(name));
    expect(names.length).toBeGreaterThanOrEqual(ROUNDS);
    expect(new Set(names.map((name) => uniform(scratch.at(`root/new/${name}`))))).toEqual(new Set([`${BYTES / 10} of n`]));
    // Whatever was left behind has one kind of name, which neither listings nor searches show.
    expect((await session.list('.', 100)).entries.map(({ name }) => name)).toEqual(['f', 'new']);
    expect((await session.glob({ pattern: '*', limit: 10_000 })).matches).toEqual(['f', ...names.map((name) => `new/${name}`).sort()]);
  }, 120_000);

  test('what it may leave behind is passed over, and keeps no directory from being deleted', async () => {
    scratch.write({ 'root/d/.tackroom-0123456789abcdef01.tmp': 'half', 'root/e/.tackroom-0123456789abcdef01.tmp': 'half', 'root/e/x': '' });
    const session = new HostWorkspace(scratch.at('root')).session('s');
    expect(await session.list('d', 9)).toEqual({ path: 'd', entries: [], total: 0 });
    expect((await session.glob({ pattern: '**', limit: 9 })).matches).toEqual(['e/x']);
    expect((await session.grep({ pattern: 'half', limit: 9 })).matches).toEqual([]);
    await expect(session.remove('e', { recursive: false })).rejects.toMatchObject({ code: 'PATH_NOT_EMPTY' });
    await session.remove('d', { recursive: false });
    expect(readdirSync(scratch.at('root'))).toEqual(['e']);
    expect(readdirSync(scratch.at('root/e')).length).toBe(2);
  });
});
