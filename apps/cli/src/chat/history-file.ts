import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** Lines that are kept. */
const MAX_LINES = 500;

/** Where the lines that a person typed are kept: below `XDG_STATE_HOME`, or its default in the home directory. */
export function historyPath(env: Readonly<Record<string, string | undefined>>): string {
  const state = env['XDG_STATE_HOME'] ?? '';
  return join(state === '' ? join(homedir(), '.local', 'state') : state, 'tackroom', 'chat-history');
}

/** The lines of earlier conversations, newest first; none if there is no such file. */
export async function readHistory(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .reverse();
}

/** Keeps lines, newest first, readable by their owner only. A history that cannot be kept is no reason to fail. */
export async function writeHistory(path: string, lines: readonly string[]): Promise<void> {
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
