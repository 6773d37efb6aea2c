import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Surroundings } from './surroundings.js';

/** The file that runs when `name` is called, by the PATH; undefined if there is none that may be executed. */
export async function findProgram(name: string, { env, platform }: Pick<Surroundings, 'env' | 'platform'>): Promise<string | undefined> {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const folder of folders) {
    const path = join(folder, platform === 'win32' ? `${name}.exe` : name);
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

/** Whether this process may run a file. */
export async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
