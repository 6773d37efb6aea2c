import { spawnSync } from 'node:child_process';

const CONFINED = ['--unshare-all', '--unshare-user', '--disable-userns', '--ro-bind', '/', '/', 'true'];

/** `describe` for tests that need bubblewrap: left out on a machine without, and said; a failure where CI says that it must be there. */
export function describeWithBubblewrap(name: string, body: () => void): void {
  if (spawnSync('bwrap', CONFINED, { stdio: 'ignore' }).status === 0) describe(name, body);
  else test(`${name}: left out, needs bubblewrap`, () => expect(process.env['CI']).not.toBe('true'));
}

/** The same for one test that needs socat. */
export function testWithSocat(name: string, body: () => Promise<void>): void {
  if (spawnSync('socat', ['-V'], { stdio: 'ignore' }).error === undefined) test(name, body);
  else test(`${name}: left out, needs socat`, () => expect(process.env['CI']).not.toBe('true'));
}
