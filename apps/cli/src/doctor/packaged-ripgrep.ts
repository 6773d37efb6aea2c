import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * The program of `@vscode/ripgrep` as the file tools find it: it belongs to the package with the sandbox, which the command
 * has through `tackroom`. Undefined where it is not installed, or not for this platform.
 */
export async function packagedRipgrep(): Promise<string | undefined> {
  try {
    let from = import.meta.url;
    for (const name of ['tackroom', '@tackroom/sandbox', '@vscode/ripgrep']) from = pathToFileURL(createRequire(from).resolve(name)).href;
    const { rgPath } = (await import(from)) as { readonly rgPath?: unknown };
    return typeof rgPath === 'string' ? rgPath : undefined;
  } catch {
    return undefined;
  }
}
