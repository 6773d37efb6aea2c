import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventsOf, scratchFolder } from './run-main.js';
import { spawnCommand, testBuilt } from './spawn-command.js';

const CONFINED = ['--unshare-all', '--unshare-user', '--disable-userns', '--ro-bind', '/', '/', 'true'];
const hasBubblewrap = spawnSync('bwrap', CONFINED, { stdio: 'ignore' }).status === 0;

const command = 'echo new > new.txt; ln -sf /etc/passwd out; rm -f gone.txt';
const cwd = scratchFolder({
  'tackroom.config.mjs': `
    import { fileURLToPath } from 'node:url';
    import { BubblewrapSandbox } from '@tackroom/sandbox';
    const root = fileURLToPath(new URL('project', import.meta.url));
    export default { model: 'scripted:turns.json', sandbox: new BubblewrapSandbox({ filesystem: 'copy', root }) };
  `,
  'turns.json': { turns: [{ toolCalls: [{ name: 'run_command', args: { command } }] }, { text: 'Done.' }] },
  'project/gone.txt': '',
});

if (hasBubblewrap) {
  testBuilt('a run says what came back from a sandbox with files of its own, to people and to scripts', async () => {
    const { stdout, stderr } = await spawnCommand(['run', 'go', '--allow', '*'], { cwd });
    // Whoever is root is warned.
    expect(stderr).toMatch(process.getuid?.() === 0 ? /^warn: Commands run in a sandbox of root: .*\n$/ : /^$/);
    expect(stdout.replace(/\d\.\d s/, 'N s')).toMatchInlineSnapshot(`
     "→ run_command {"command":"echo new > new.txt; ln -sf /etc/passwd out; rm -f gone.txt"}
     ✓ run_command: (no output) (+22 characters)
     Done.
     … brought back from the sandbox: 1 written, 1 removed
     ! out was not brought back from the sandbox: it is a link that leads out of the workspace
     "
    `);
    expect(readFileSync(join(cwd, 'project/new.txt'), 'utf8')).toBe('new\n');

    const events = eventsOf(await spawnCommand(['run', 'go', '--allow', '*', '--json'], { cwd }));
    // What says the same as before is not written again.
    const report = { copied: [], refused: [{ path: 'out' }] };
    expect(events.slice(-2)).toMatchObject([
      { type: 'sandbox-sync', ...report },
      { type: 'run-finish', sync: report },
    ]);
  });
} else {
  test('what came back from a sandbox: left out, needs bubblewrap', () => expect(process.env['CI']).not.toBe('true'));
}
