import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Name of the folder that the command keeps a project's files in. It is a protected path: no tool changes it unasked. */
export const OWN_FOLDER = '.tackroom';

/** Makes the folder below a project's, for its owner only, and keeps it out of version control. Throws what the disk says. */
export function makeOwnFolder(project: string): string {
  const own = join(project, OWN_FOLDER);
  if (!existsSync(own)) {
    mkdirSync(own, { mode: 0o700 });
    // Arguments of calls are nothing to commit, nor for a model to search.
    writeFileSync(join(own, '.gitignore'), '*\n');
  }
  return own;
}
