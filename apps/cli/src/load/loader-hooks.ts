import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compileTypescript } from './compile-typescript.js';
import { isOwnPackage } from './own-packages.js';

/**
 * Module hooks for files given on the command line. `tackroom` and `@tackroom/*` are the command's own copies wherever the
 * file lies, so that its decorators write to the same store; TypeScript is compiled with decorator metadata.
 */

interface ResolveContext {
  readonly parentURL?: string;
  readonly conditions: readonly string[];
}

interface Resolved {
  readonly url: string;
  readonly shortCircuit?: boolean;
}

type Resolve = (specifier: string, context: ResolveContext) => Promise<Resolved>;
type Load = (
  url: string,
  context: { readonly format?: string | null },
) => Promise<{ format: string; source: unknown; shortCircuit?: boolean }>;

/** Maps our packages to this installation, and `./x.js` to `./x.ts` where only that exists, as TypeScript writes its imports. */
export async function resolve(specifier: string, context: ResolveContext, next: Resolve): Promise<Resolved> {
  if (isOwnPackage(specifier)) return resolveOwn(specifier, context, next);
  try {
    return await next(specifier, context);
  } catch (error) {
    if (!specifier.startsWith('.') || !/\.[cm]?ts$/.test(context.parentURL ?? '')) throw error;
    for (const candidate of sourcesOf(specifier)) {
      const found = await next(candidate, context).catch(() => undefined);
      if (found !== undefined) return found;
    }
    throw error;
  }
}

/**
 * A strict package manager lets the command see the packages it depends on itself, and those see theirs. One that neither
 * has is the file's own; what that imports of ours is mapped again.
 */
async function resolveOwn(specifier: string, context: ResolveContext, next: Resolve): Promise<Resolved> {
  // Node writes what `next` is given into the context that it handed over.
  const asked = { ...context };
  const here = { ...asked, parentURL: import.meta.url };
  const found = await next(specifier, here).catch(() => undefined);
  if (found !== undefined) return found;
  const framework = await next('tackroom', here);
  return await next(specifier, { ...asked, parentURL: framework.url }).catch(() => next(specifier, asked));
}

function sourcesOf(specifier: string): readonly string[] {
  const source = specifier.replace(/\.(m?)js$/, '.$1ts');
  return source === specifier ? [`${specifier}.ts`, `${specifier}/index.ts`] : [source];
}

/** Compiles TypeScript; leaves everything else to Node. */
export async function load(url: string, context: { readonly format?: string | null }, next: Load): ReturnType<Load> {
  if (!url.startsWith('file:') || !/\.[cm]?ts$/.test(new URL(url).pathname)) return next(url, context);
  const path = fileURLToPath(url);
  const { output, problem } = await compileTypescript(path, await readFile(path, 'utf8'));
  if (problem !== undefined) throw new SyntaxError(problem);
  return { format: 'module', source: output, shortCircuit: true };
}
