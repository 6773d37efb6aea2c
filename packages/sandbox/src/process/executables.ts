import { accessSync, constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Where a program of that name would be, by the PATH of this process, in order. A name with a slash is taken as it is. */
export function candidatePaths(name: string): readonly string[] {
  if (name.includes('/')) return [name];
  const directories = (process.env['PATH'] ?? '').split(delimiter).filter((directory) => directory !== '');
  return directories.map((directory) => join(directory, process.platform === 'win32' ? `${name}.exe` : name));
}

/** The first of these files that this process may execute. */
export async function firstExecutable(candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    const executable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return candidate;
  }
  return undefined;
}

/** Whether this process may execute that file, asked without waiting. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
