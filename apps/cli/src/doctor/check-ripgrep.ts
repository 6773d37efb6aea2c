import { findProgram, isExecutable } from './find-program.js';
import type { Finding } from './finding.js';
import type { Surroundings } from './surroundings.js';

/** Which ripgrep the tools `glob` and `grep` use, in the order in which they look, and whether it runs. */
export async function checkRipgrep(surroundings: Surroundings): Promise<Finding> {
  const packaged = await surroundings.packagedRipgrep();
  const isPackaged = packaged !== undefined && (await isExecutable(packaged));
  const path = isPackaged ? packaged : await findProgram('rg', surroundings);
  if (path === undefined) {
    return {
      id: 'ripgrep',
      status: 'problem',
      summary: 'no ripgrep: the tools glob and grep cannot search',
      detail: 'Neither the package @vscode/ripgrep nor rg on the PATH was found.',
      fix: 'npm install @vscode/ripgrep, with optional dependencies (its program is one), or put rg on the PATH.',
    };
  }
  const from = isPackaged ? 'of @vscode/ripgrep' : 'on the PATH';
  const { success, text } = await surroundings.runCommand(`'${path.replaceAll("'", String.raw`'\''`)}' --version 2>&1`);
  const version = /^ripgrep (\S+)/m.exec(text)?.[1];
  if (success && version !== undefined) return { id: 'ripgrep', status: 'ok', summary: `ripgrep ${version}, ${from}`, detail: path };
  // Without a shell nothing can be said of its version, and nothing against it: searching needs no shell.
  if (!success) return { id: 'ripgrep', status: 'ok', summary: `ripgrep, ${from}`, detail: path };
  return {
    id: 'ripgrep',
    status: 'problem',
    summary: `the ripgrep ${from} does not run: glob and grep cannot search`,
    detail: [path, text.trim().split('\n', 1)[0] ?? ''].filter((line) => line !== '').join('\n'),
    fix: `See what it says: ${path} --version. Then install another: npm install @vscode/ripgrep, or put rg on the PATH.`,
  };
}
