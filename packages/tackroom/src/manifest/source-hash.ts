import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Whether a source is as it was compiled: SHA-256 of its text with `\n` line ends and without a byte order mark. A source
 * that is not there (a build that was shipped without) says nothing and counts as unchanged.
 */
export function isSourceUnchanged(path: string, compiled: string | undefined): boolean {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return true;
  }
  return (
    compiled ===
    createHash('sha256')
      .update(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'))
      .digest('hex')
  );
}
