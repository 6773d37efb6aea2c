import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { userStateFolder } from '../state/user-state-folder.js';

/** Lines that are kept. */
const MAX_LINES = 500;

/** Where the lines that a person typed are kept; undefined where their user has no place for it. */
export function historyPath(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const folder = userStateFolder(env);
  return folder === undefined ? undefined : join(folder, 'chat-history');
}

/** The lines of earlier conversations, newest first; none if there is no such file. */
export async function readHistory(path: string | undefined): Promise<readonly string[]> {
  if (path === undefined) return [];
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .reverse();
}

/** Keeps lines, newest first, readable by their owner only. A history that cannot be kept is no reason to fail. */
export async function writeHistory(path: string | undefined, lines: readonly string[]): Promise<void> {
  if (path === undefined) return;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const temporary = `${path}.${process.pid}.tmp`;
    const ours = lines.map((line) => line.replaceAll('\n', ' '));
    // Another conversation may have ended meanwhile.
    const others = (await readHistory(path)).filter((line) => !ours.includes(line));
    const kept = [...ours, ...others].slice(0, MAX_LINES).reverse();
    await writeFile(temporary, kept.map((line) => `${line}\n`).join(''), { mode: 0o600 });
    await rename(temporary, path);
  } catch {
    // The conversation itself is not touched by this.
  }
}
