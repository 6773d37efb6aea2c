import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventsOf, jsonOf, scratchFolder } from './run-main.js';
import { spawnCommand, testBuilt } from './spawn-command.js';

const cwd = scratchFolder({
  'a.txt': 'hello\n',
  'tools.mjs': `
    import { writeFileSync } from 'node:fs';
    import { defineTool } from 'tackroom';
    console.log('printed while loading');
    setInterval(() => undefined, 1000);
    const tool = (name, handler, more) => defineTool({ name, description: name, input: { type: 'object' }, handler, ...more });
    export default [
      tool('prints', () => { console.log('printed'); process.stdout.write('written\\n'); return 'ok'; }),
      tool('forgets', () => { Promise.reject(new Error('forgotten promise')); return new Promise((done) => setTimeout(done, 20, 'ok')); }),
      tool('throws_later', () => new Promise(() => setImmediate(() => { throw new Error('thrown later'); })), { timeoutMs: 200 }),
      tool('hang', (_args, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => { writeFileSync('aborted', ''); reject(signal.reason); })), { timeoutMs: 60_000 }),
      tool('big', () => Array.from({ length: 3000 }, (_, n) => ({ n, text: 'x'.repeat(300) }))),
    ];`,
  'hang.json': { turns: [{ toolCalls: [{ name: 'hang', args: {} }] }] },
  'many.json': { turns: [{ text: 'word '.repeat(30_000) }] },
});

testBuilt('what tools print goes to stderr, and what they leave running keeps no process', async () => {
  const ran = await spawnCommand(['call', 'prints', '--tools', 'tools.mjs', '--json'], { cwd });
  expect(ran).toMatchObject({ code: 0, stderr: 'printed while loading\nprinted\nwritten\n' });
  expect(jsonOf(ran)).toMatchObject({ success: true, output: 'ok' });
});

testBuilt('an error outside of a call does not end the call', async () => {
  const forgets = await spawnCommand(['call', 'forgets', '--tools', 'tools.mjs', '--json'], { cwd });
  expect(forgets).toMatchObject({ code: 0, stderr: expect.stringContaining('forgotten promise') });
  expect(jsonOf(forgets)).toMatchObject({ success: true });
  const throwsLater = await spawnCommand(['call', 'throws_later', '--tools', 'tools.mjs', '--json'], { cwd });
  expect(throwsLater).toMatchObject({ code: 1, stderr: expect.stringContaining('thrown later') });
  expect(jsonOf(throwsLater)).toMatchObject({ error: { code: 'TOOL_TIMEOUT' } });
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  testBuilt(`${signal} cancels the run, which says so`, async () => {
    let sent = false;
    const ran = await spawnCommand(['run', 'go', '--tools', 'tools.mjs', '--model', 'scripted:hang.json', '--json'], {
      cwd,
      onOutput: (stdout, child) => {
        if (!sent && stdout.includes('"tool-start"')) sent = child.kill(signal);
      },
    });
    expect(ran.code).toBe(130);
    expect(eventsOf(ran).find(({ type }) => type === 'tool-result')).toMatchObject({ success: false });
    expect(eventsOf(ran).at(-1)).toMatchObject({ type: 'run-finish', status: 'cancelled' });
    expect(existsSync(join(cwd, 'aborted'))).toBe(true);
  });
}

testBuilt('a reader that leaves ends a run, and disturbs nothing else', async () => {
  const left = await spawnCommand(['run', 'go', '--tools', 'tools.mjs', '--model', 'scripted:hang.json', '--json'], {
    cwd,
    onOutput: (_stdout, child) => child.stdout?.destroy(),
  });
  expect(left).toMatchObject({ code: 130, stderr: 'printed while loading\n' });
  const listed = await spawnCommand(['tools', 'ls', '--json'], { cwd, onOutput: (_stdout, child) => child.stdout?.destroy() });
  expect(listed).toMatchObject({ code: 0, stderr: '' });
});

testBuilt('a pipe gets everything, however large', async () => {
  const big = await spawnCommand(['call', 'big', '--tools', 'tools.mjs', '--json'], { cwd });
  expect((jsonOf(big) as { output: unknown[] }).output).toHaveLength(3000);
  const many = await spawnCommand(['run', 'go', '--model', 'scripted:many.json', '--json'], { cwd });
  expect(eventsOf(many).at(-1)).toMatchObject({ type: 'run-finish', text: 'word '.repeat(30_000) });
});

if (existsSync('/dev/full')) {
  testBuilt('a full disk under the output is an error', async () => {
    const stdout = openSync('/dev/full', 'w');
    const ran = await spawnCommand(['tools', 'ls'], { cwd, stdout }).finally(() => closeSync(stdout));
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('[CLI_OUTPUT_FAILED]') });
  });
}

testBuilt('the umbrella package brings the same command', async () => {
  const bin = fileURLToPath(new URL('../../../packages/tackroom/bin/tackroom.js', import.meta.url));
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  expect(await spawnCommand(['--version'], { cwd, bin })).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});
