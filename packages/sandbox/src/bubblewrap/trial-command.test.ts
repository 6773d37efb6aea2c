import { chmodSync } from 'node:fs';
import { bubblewrapBench } from '../../test/bubblewrap-bench.js';
import { describeNeeding, hasBubblewrap, hasProgram } from '../../test/scratch.js';

const { scratch, open } = bubblewrapBench();
const isRoot = process.getuid?.() === 0;
const hasAll = hasBubblewrap() && hasProgram('perl', '-e', '1') && hasProgram('unshare', '--version');

/** A bubblewrap that leaves one option out, with what belongs to it. */
function without(option: string, values: number, next = ''): string {
  scratch.write({
    bwrap: `#!/bin/bash
all=()
while [ $# -gt 0 ]; do
  if [ "$1" = ${option} ] && { [ -z "${next}" ] || [ "$2" = "${next}" ]; }; then shift ${values + 1}; else all+=("$1"); shift; fi
done
exec bwrap "\${all[@]}"`,
  });
  chmodSync(scratch.at('bwrap'), 0o755);
  return scratch.at('bwrap');
}

describeNeeding('bubblewrap, perl and unshare', hasAll, 'the trial of a sandbox', () => {
  test.each([
    ...(isRoot ? [['--remount-ro', 1, '/proc', /settings of the kernel below \/proc\/sys/] as const] : []),
    ['--remount-ro', 1, '/proc', /write the memory of the process that watches it/] as const,
    ['--seccomp', 1, '', /lend their owner's rights.*Unix sockets/] as const,
    ['--disable-userns', 0, '', /user namespaces/] as const,
    ['--cap-drop', 1, '', /other rights|cannot be used/] as const,
  ])('fails where %s %s %s is left out, and says what is open', async (option, values, next, message) => {
    if (option === '--cap-drop' && !isRoot) return; // an ordinary user has none to drop
    await expect(open({ bwrap: without(option, values, next) })).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringMatching(message) as unknown,
    });
  });

  test('passes as it is', async () => {
    await (await open()).close();
  });
});
