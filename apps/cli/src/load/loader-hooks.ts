import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Module hooks for files given on the command line. `tackroom` and `@tackroom/*` are the command's own copies wherever the
 * file lies, so that its decorators write to the same store; TypeScript is compiled with decorator metadata.
 */

interface ResolveContext {
  readonly parentURL?: string;
  readonly conditions: readonly string[];
}

type Resolve = (specifier: string, context: ResolveContext) => Promise<{ url: string; shortCircuit?: boolean }>;
type Load = (
  url: string,
  context: { readonly format?: string | null },
) => Promise<{ format: string; source: unknown; shortCircuit?: boolean }>;

/** Maps our packages to this copy, and `./x.js` to `./x.ts` where only that exists, as TypeScript writes its imports. */
export async function resolve(specifier: string, context: ResolveContext, next: Resolve): ReturnType<Resolve> {
  if (specifier === 'tackroom' || specifier.startsWith('@tackroom/')) return next(specifier, { ...context, parentURL: import.meta.url });
  try {
    return await next(specifier, context);
  } catch (error) {
    if (!specifier.startsWith('.') || context.parentURL?.endsWith('.ts') !== true) throw error;
    const source = /\.js$/.test(specifier) ? specifier.replace(/\.js$/, '.ts') : `${specifier}.ts`;
    return await next(source, context).catch(() => Promise.reject(error instanceof Error ? error : new Error(String(error))));
  }
}

/** Compiles TypeScript; leaves everything else to Node. */
export async function load(url: string, context: { readonly format?: string | null }, next: Load): ReturnType<Load> {
  if (!url.startsWith('file:') || !/\.m?ts$/.test(new URL(url).pathname)) return next(url, context);
  const path = fileURLToPath(url);
  const source = await readFile(path, 'utf8');
  const { default: ts } = await import('typescript');
  const { outputText, diagnostics = [] } = ts.transpileModule(source, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      useDefineForClassFields: false,
      inlineSourceMap: true,
    },
  });
  const [first] = diagnostics;
  if (first !== undefined) throw new SyntaxError(`${path}: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')}`);
  return { format: 'module', source: outputText, shortCircuit: true };
}
