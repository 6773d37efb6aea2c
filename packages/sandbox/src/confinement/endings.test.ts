import { describeNeeding, hasBubblewrap } from '../../test/scratch.js';
import { bubblewrapBench } from '../../test/bubblewrap-bench.js';
import { readFacts } from './command-record.js';

const { open, exec } = bubblewrapBench();

describeNeeding('bubblewrap', hasBubblewrap(), 'how a command in a sandbox ended', () => {
  test.each([
    ['exit 3', 3, null],
    ['exit 137', 137, null],
    ['exit 143', 143, null],
    ['exit 130', 130, null],
    ['exit 255', 255, null],
    ["bash -c 'exit 137'", 137, null],
    ["bash -c 'kill -9 $$'; exit $?", 137, null],
    ['set -o pipefail; yes | head -1 >/dev/null', 141, null],
    ['no_such_command_x', 127, null],
    ['kill -9 $$', null, 'SIGKILL'],
    ['kill -TERM $$', null, 'SIGTERM'],
    ['kill -INT $$', null, 'SIGINT'],
    ['kill -SEGV $$', null, 'SIGSEGV'],
    ['kill -HUP $$', null, 'SIGHUP'],
    ['kill -USR1 $$', null, 'SIGUSR1'],
    // Of this one bash says nothing.
    ['kill -PIPE $$', 141, null],
    ['kill -INT 1; kill -TERM 1; exit 130', 130, null],
    ['(kill -INT $BASHPID); exit 5', 5, null],
    ['exec perl -e \'kill "KILL", $$\'', null, 'SIGKILL'],
    ["trap 'exit 4' INT; kill -INT $$", 4, null],
    ["trap 'exit 143' TERM; kill -TERM $$", 143, null],
    // It may be stopped and go on.
    ['(sleep 0.1; kill -CONT $$) & kill -STOP $$; wait; exit 7', 7, null],
  ])('%s: %j, %j', async (command, exitCode, signal) => {
    expect(await exec(command, { timeoutMs: 20_000 })).toMatchObject({ exitCode, signal, timedOut: false });
  });

  test.each([
    ['in the background', 'sleep 60 & echo started', true],
    ['in a session of its own', 'setsid sleep 60 >/dev/null 2>&1 & echo started', true],
    ['that does not heed TERM', `(trap '' TERM; sleep 60; sleep 60) & echo started`, true],
    ['that ends by itself at once', '(sleep 0.05) & echo started', undefined],
    ['none', 'echo started', undefined],
  ])('what was left running: %s', async (_what, command, stoppedBackground) => {
    const result = await exec(command);
    expect([result.stdout, result.exitCode, result.stoppedBackground]).toEqual(['started\n', 0, stoppedBackground]);
  });

  test('output of a process that outlives the command for a moment is still read', async () => {
    const { stdout, stoppedBackground } = await exec('echo hi > >(sleep 0.05; sed s/hi/ho/)');
    expect([stdout, stoppedBackground]).toEqual(['ho\n', undefined]);
  });

  test('a process that is left may clean up before it is ended', async () => {
    const result = await exec(`(trap 'echo bye; exit' TERM; sleep 60 & wait) & sleep 0.1; echo started`);
    expect(result).toMatchObject({ stdout: 'started\nbye\n', stoppedBackground: true });
  });

  test('nothing that the command does ends the process that watches it, or reaches its record', async () => {
    const script = `
      kill -9 1; kill -TERM 1; kill -STOP 1; kill -9 -1
      for file in /proc/1/fd/*; do { [ "$file" -ef /dev/stdout ] || [ "$file" -ef /dev/stderr ] || [ -p "$file" ] || echo 'ended 0' > "$file"; } 2>/dev/null; done
      exit 9`;
    expect(await exec(script)).toMatchObject({ exitCode: 9, signal: null });
  });

  test('a command does not see who watches it in its variables, jobs, traps and descriptors', async () => {
    const { stdout } = await exec('echo "$SHLVL $# $-"; jobs; trap; readlink /proc/self/fd/* | grep -c socket');
    expect(stdout).toBe('1 0 hBc\n0\n');
  });

  test.each([
    ['the text', (text: string) => `set -- '${text}'; printf '%s' "$1"`],
    ['what comes after it', (text: string) => `: '${text}'\nprintf %s '${text}'`],
  ])('a command of 200 kB with quotes, newlines and dollars runs word for word: %s', async (_what, commandOf) => {
    const text = `a"b $HOME \`x\` \\\n`.repeat(15_000).trimEnd();
    expect(Buffer.byteLength(commandOf(text))).toBeGreaterThan(200_000);
    const result = await exec(commandOf(text), { maxOutputChars: 1_000_000 });
    expect(result).toMatchObject({ exitCode: 0, signal: null, stderr: '' });
    expect(result.stdout === text).toBe(true);
  });

  test('many at once, each with its own ending', async () => {
    const session = await open();
    const results = await Promise.all([...Array(8).keys()].map((code) => session.exec(`exit ${130 + code}`)));
    expect(results.map(({ exitCode }) => exitCode)).toEqual([130, 131, 132, 133, 134, 135, 136, 137]);
    await session.close();
  });

  test('hundreds of short commands, whose children end in the same moment, each end and say how', async () => {
    const session = await open();
    const endings = [
      { command: '(:) & (:) & exit 3', exitCode: 3, signal: null },
      { command: '(:) & kill -9 $$', exitCode: null, signal: 'SIGKILL' },
      { command: ':', exitCode: 0, signal: null },
    ];
    const lane = async (): Promise<void> => {
      for (let turn = 0; turn < 120; turn += 1) {
        const { command, ...ending } = endings[turn % endings.length]!; // three are there
        expect(await session.exec(command, { timeoutMs: 10_000 })).toMatchObject({ ...ending, timedOut: false });
      }
    };
    await Promise.all([lane(), lane(), lane()]);
    await session.close();
  }, 60_000);
});

describe('a record', () => {
  test.each([
    ['', { started: false, ending: undefined, leftRunning: false, soughtNetwork: undefined }],
    ['started\n', { started: true, ending: undefined }],
    ['started\nended 137\n', { ending: { exitCode: 137, signal: null } }],
    ['started\nbash: line 9:     2 Killed       "$0"\nended 137\n', { ending: { exitCode: null, signal: 'SIGKILL' } }],
    ['started\nTerminated\nended 143\n', { ending: { exitCode: null, signal: 'SIGTERM' } }],
    // It was stopped and went on.
    ['started\nbash: line 9: warning: job 1 is stopped\nended 0\nIp: 1\n', { ending: { exitCode: 0, signal: null } }],
    ['started\nended 137\nleft\n', { ending: { exitCode: 137, signal: null }, leftRunning: true }],
    ['Ip: Forwarding OutNoRoutes\nIp: 1 0\nIp6OutNoRoutes   \t0\ndone\n', { soughtNetwork: false }],
    ['Ip: Forwarding OutNoRoutes\nIp: 1 2\ndone\n', { soughtNetwork: true }],
    ['Ip6OutNoRoutes   \t3\ndone\n', { soughtNetwork: true }],
    ['/usr/bin/bash: line 20: /usr/.tackroom: Das Dateisystem ist nur lesbar\n', { readOnlyText: 'Das Dateisystem ist nur lesbar' }],
  ])('%j', (text, facts) => {
    expect(readFacts(text)).toMatchObject(facts);
  });
});
