import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'coverage', 'fixtures']);

/**
 * Every file below `folder` (a path from `root`) whose name ends in one of `endings`, as paths from `root` with `/`, sorted.
 * Dependencies, build output, fixtures and dot folders are left out. A folder that is not there has no files.
 */
export function listFiles(root: string, folder: string, endings: readonly string[]): readonly string[] {
  const found: string[] = [];
  const visit = (path: string): void => {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
      const child = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!SKIPPED_FOLDERS.has(entry.name) && !entry.name.startsWith('.')) visit(child);
      } else if (endings.some((ending) => entry.name.endsWith(ending))) found.push(child);
    }
  };
  if (existsSync(join(root, folder))) visit(folder);
  return found.sort();
}

/** Whether a file is only there for tests: `x.test.ts`, or anything in a folder called `test`. */
export function isTestFile(file: string): boolean {
  return /\.test\.[a-z]+$/.test(file) || /(^|\/)test\//.test(file);
}
