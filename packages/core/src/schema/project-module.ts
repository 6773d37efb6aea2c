import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';

/**
 * A module that the user may have installed, loaded at once, or undefined where nobody has it. Looked for from the
 * program's folder, then from its main module, then from here: package managers that keep packages apart show each
 * importer another tree. Throws what the module throws while it loads.
 */
export function projectModule(name: string, folders: readonly string[] = projectFolders()): unknown {
  for (const folder of folders) {
    const require = createRequire(folder);
    if (canResolve(require, name)) return require(name);
  }
  return undefined;
}

function projectFolders(): readonly string[] {
  const main = process.argv[1];
  return [join(process.cwd(), 'package.json'), ...(main !== undefined && isAbsolute(main) ? [main] : []), import.meta.url];
}

function canResolve(require: NodeJS.Require, name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}
