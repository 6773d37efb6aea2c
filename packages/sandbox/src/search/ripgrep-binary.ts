import { ToolFailure } from '@tackroom/core';
import { candidatePaths, firstExecutable } from '../process/executables.js';

/**
 * Where ripgrep is: the given path, else the binary of `@vscode/ripgrep`, else `rg` on the PATH. Rejects with
 * `ToolFailure` `SEARCH_UNAVAILABLE`, which says how to install it.
 */
export async function findRipgrep(given: string | undefined): Promise<string> {
  const candidates = given === undefined ? [...(await packagedBinary()), ...candidatePaths('rg')] : [given];
  const found = await firstExecutable(candidates);
  if (found !== undefined) return found;
  const where =
    given === undefined ? 'neither the package @vscode/ripgrep nor `rg` on the PATH was found' : 'the configured binary cannot be run';
  throw new ToolFailure(
    `Searching needs ripgrep, and ${where}. Whoever runs this can fix it with "npm install @vscode/ripgrep" or by putting \`rg\` on the PATH.`,
    { code: 'SEARCH_UNAVAILABLE' },
  );
}

/** Looked for once it is needed, and again after it was not found: it may be installed meanwhile. */
export function rememberedRipgrep(given: string | false | undefined): () => Promise<string | undefined> {
  let binary: string | undefined;
  return async () => {
    if (given === false) return undefined;
    // One that was named and is not there is a mistake; one that nobody named can be done without.
    binary ??= await (given === undefined ? findRipgrep(undefined).catch(() => undefined) : findRipgrep(given));
    return binary;
  };
}

// The package throws while it loads when its platform part is not installed.
async function packagedBinary(): Promise<readonly string[]> {
  return import('@vscode/ripgrep').then(
    (module) => [module.rgPath],
    () => [],
  );
}
