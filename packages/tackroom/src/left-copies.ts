import type { LeftCopy } from '@tackroom/sandbox';

export type { LeftCopy };

/** Copies of workspaces that killed processes of this user left behind, oldest first. They may hold changes that are nowhere else. Never rejects. */
export async function findLeftCopies(): Promise<readonly LeftCopy[]> {
  const { findLeftCopies: find } = await import('@tackroom/sandbox');
  return find();
}
