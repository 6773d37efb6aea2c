import type { OxcError, TransformOptions } from 'oxc-transform';

/** JavaScript, and where the source breaks the syntax, if it does. */
export interface CompiledSource {
  readonly output: string;
  /** `path:line:column: what is wrong` of the first mistake. */
  readonly problem: string | undefined;
}

/** What compiled decorators import: a package of this installation, wherever the file lies. */
export const DECORATOR_RUNTIME = '@oxc-project/runtime/';

/** The decorator options that toolkit classes need, whatever a tsconfig says. */
const OPTIONS: TransformOptions = {
  target: 'es2022',
  sourcemap: true,
  decorator: { legacy: true, emitDecoratorMetadata: true },
  // What TypeScript calls `useDefineForClassFields: false`: legacy decorators are written against it.
  assumptions: { setPublicClassFields: true },
  typescript: { removeClassFieldsWithoutInitializer: true },
};

/**
 * Compiles one TypeScript or JavaScript file to an ES module with decorator metadata; types are not checked. The compiler is
 * a native module that loads within 70 ms, where the `typescript` package takes 500; it is loaded when it is first needed.
 */
export async function compileTypescript(path: string, source: string): Promise<CompiledSource> {
  const { transformSync } = await import('oxc-transform');
  const lang = /\.[mc]?ts$/.test(path) ? 'ts' : 'js';
  const sourceType = lang === 'ts' ? 'module' : 'unambiguous';
  const { code, map, errors } = transformSync(path, source, { ...OPTIONS, lang, sourceType });
  const first = errors.find(({ severity }) => severity === 'Error');
  const sourceMap = map === undefined ? '' : `\n//# sourceMappingURL=data:application/json;base64,${base64(JSON.stringify(map))}\n`;
  return { output: `${code}${sourceMap}`, problem: first === undefined ? undefined : `${place(path, source, first)}: ${first.message}.` };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function place(path: string, source: string, { labels: [label] }: OxcError): string {
  if (label === undefined) return path;
  const before = source.slice(0, label.start).split('\n');
  return `${path}:${before.length}:${(before.at(-1) ?? '').length + 1}`;
}
