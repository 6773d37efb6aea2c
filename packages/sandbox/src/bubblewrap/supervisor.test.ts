import { chmodSync, existsSync, readFileSync, watch } from 'node:fs';
import { bubblewrapBench } from '../../test/bubblewrap-bench.js';
import { describeNeeding, hasBubblewrap } from '../../test/scratch.js';
import { supervisorScript } from './supervisor.js';

const { scratch, open, exec } = bubblewrapBench();
const NETWORKS = [undefined, { allow: ['a.example'] }];

/** Settles when a file is there. */
async function appearance(name: string): Promise<void> {
  const watcher = watch(scratch.path);
  try {
    const seen = new Promise<void>((resolve) => watcher.on('change', () => void (existsSync(scratch.at(name)) && resolve())));
    if (!existsSync(scratch.at(name))) await seen;
  } finally {
    watcher.close();
  }
}

/** Empty if the process has ended, also if nobody has collected it yet. */
function commandLineOf(id: string): string {
  const file = `/proc/${id}/cmdline`;
  return existsSync(file) ? readFileSync(file, 'latin1') : '';
}

/** A bubblewrap that first does something else if the command is about MARK. */
function slowBubblewrap(first: string): void {
  scratch.write({ bwrap: `#!/bin/bash\ncase "$*" in *MARK*) ${first} ;; esac\nexec bwrap "$@"` });
  chmodSync(scratch.at('bwrap'), 0o755);
}

describeNeeding('bubblewrap', hasBubblewrap(), 'who watches a command', () => {
  test.each(NETWORKS)('leaves its variables alone, whatever their names: network %j', async (network) => {
    const { record, channel } = { record: 4, channel: 5 };
    const limits = { memoryMb: 1, cpuSeconds: 1, fileSizeMb: 1, processes: 1, scope: 'process' } as const;
    const script = supervisorScript({ record, groups: [], channel }, { limits, locale: {} });
    const words = [...new Set(script.match(/\b[a-z]\w*\b/g))].filter((word) => !/_proxy$|^tackroom_/i.test(word));
    expect(words).toEqual(expect.arrayContaining(['file', 'fd', 'status', 'process', 'lines']));
    const env = Object.fromEntries(words.map((word) => [word, `of ${word}`]));
    const { stdout } = await exec('env', { env, ...(network === undefined ? {} : { network }) });
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(words.map((word) => `${word}=of ${word}`)));
  });

  test('does not run what is meant for the shell of the command', async () => {
    const session = await open();
    await session.exec('echo "echo from \\$\\$" > /tmp/start');
    const { stdout } = await session.exec('echo "$$ $-"', { env: { BASH_ENV: '/tmp/start', SHELLOPTS: 'xtrace', BASHOPTS: 'nullglob' } });
    expect(stdout).toBe('from 2\n2 hBc\n');
    await session.close();
  });

  test('is not counted among the processes of the command', async () => {
    expect((await exec('ulimit -u', { limits: { processes: 50 } })).stdout).toBe('51\n');
  });

  test('a command that was cancelled while its sandbox was being set up never runs', async () => {
    slowBubblewrap(`: >${scratch.at('setting-up')}; until [ -e ${scratch.at('go')} ]; do read -rt 0.01 <> <(:); done`);
    const session = await open({ bwrap: scratch.at('bwrap'), graceMs: 5_000 });
    const control = new AbortController();
    const running = session.exec('touch MARK', { signal: control.signal });
    await appearance('setting-up');
    control.abort();
    scratch.write({ go: '' });
    expect(await running).toMatchObject({ aborted: true, exitCode: null, signal: null });
    expect(existsSync(scratch.at('root/MARK'))).toBe(false);
    await session.close();
  });

  test('what bubblewrap started before it would end with it is ended, too', async () => {
    slowBubblewrap(`setsid bash -c 'echo $$ >${scratch.at('new')}; mv ${scratch.at('new')} ${scratch.at('id')}; exec sleep 60' & wait`);
    const session = await open({ bwrap: scratch.at('bwrap'), graceMs: 5_000 });
    const control = new AbortController();
    const running = session.exec('touch MARK', { signal: control.signal });
    await appearance('id');
    control.abort();
    expect(await running).toMatchObject({ aborted: true });
    await session.close();
    expect(commandLineOf(readFileSync(scratch.at('id'), 'utf8').trim())).toBe('');
  });

  test.each([
    [
      'something that nobody asked for',
      () => `--ro-bind ${scratch.at('outside')} ${scratch.at('root/sub')}`,
      /outside" would be mounted at/,
    ],
    [
      'programs in the place of those of the system',
      () => `--ro-bind ${scratch.at('outside')} /usr/bin`,
      /outside" would be mounted at "\/usr\/bin"/,
    ],
    ['a guard somewhere else', () => 'LESS', /mcp\.json" would be mounted at "\/run\/elsewhere"/],
  ])('nothing runs where %s is mounted', async (_what, more, message) => {
    scratch.write({ 'outside/secret': 'x', 'root/.mcp.json': '{}' });
    // As a link that was swapped in at the right moment would have it.
    scratch.write({
      bwrap: `#!/bin/bash
case "$*" in *RAN*) ;; *) exec bwrap "$@" ;; esac
args=("$@") all=() added=
for at in "\${!args[@]}"; do
  case "\${args[at]} \${args[at + 1]}" in '--bind-try /../newroot' | --file\\ *) [ -n "$added" ] || [ "${more()}" = LESS ] || all+=(${more()}); added=1 ;; esac
  # The guard of one name goes to another place.
  case "\${args[at - 2]} \${args[at]} ${more()}" in --ro-bind-*/.mcp.json' LESS') all+=(/run/elsewhere) ;; *) all+=("\${args[at]}") ;; esac
done
exec bwrap "\${all[@]}"`,
    });
    chmodSync(scratch.at('bwrap'), 0o755);
    await expect(exec('touch RAN', { bwrap: scratch.at('bwrap') })).rejects.toMatchObject({
      message: expect.stringMatching(message) as unknown,
    });
    expect(existsSync(scratch.at('root/RAN'))).toBe(false);
  });

  test('lets the command reach its proxy until it has ended, also after TERM', async () => {
    const reach = `trap 'sleep 0.2; exec 3<>/dev/tcp/127.0.0.1/\${http_proxy##*:} && echo reached; exit' TERM; echo up; sleep 60 & wait`;
    const control = new AbortController();
    const session = await open({ network: { allow: ['a.example'] }, graceMs: 5_000 });
    expect(await session.exec(reach, { signal: control.signal, onOutput: () => control.abort() })).toMatchObject({
      stdout: 'up\nreached\n',
    });
    await session.close();
  });
});
