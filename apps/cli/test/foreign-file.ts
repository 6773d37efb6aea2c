import { lchownSync } from 'node:fs';

const mayGiveAway = process.getuid?.() === 0;

/** A test with files of another user, which only root can make. Elsewhere it passes as skipped. */
export function testForeign(name: string, body: () => void | Promise<void>): void {
  if (mayGiveAway) test(name, async () => body());
  else test(`skipped, because only root can give files away: ${name}`, () => undefined);
}

/** Gives a file, or a link itself, to a user that is nobody here. */
export function giveAway(path: string): void {
  lchownSync(path, 54_321, 54_321);
}
