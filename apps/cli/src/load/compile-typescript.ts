import { createRequire } from 'node:module';
import type * as TypeScript from 'typescript';
import { CompiledCache } from './compiled-cache.js';

/** JavaScript, and where the source breaks the syntax, if it does. */
export interface CompiledSource {
  readonly output: string;
  /** `path:line:column: what is wrong` of the first mistake. */
  readonly problem: string | undefined;
}

const require = createRequire(import.meta.url);

/** By name, so that they are a part of a cache's key; enumerations of the compiler may be numbered anew. */
const OPTIONS = {
  module: 'ESNext',
  target: 'ES2022',
  allowJs: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  useDefineForClassFields: false,
  inlineSourceMap: true,
} as const;

/**
 * Compiles one TypeScript or JavaScript file to an ES module, with the decorator options that toolkit classes need
 * whatever a tsconfig says; types are not checked. What compiled before is taken from the user's cache; the compiler is
 * loaded when something did not.
 */
export function compileTypescript(path: string, source: string, cache = new CompiledCache(process.env)): CompiledSource {
  const { version } = require('typescript/package.json') as { readonly version: string };
  const key = CompiledCache.key([version, JSON.stringify(OPTIONS), path, source]);
  const known = cache.read(key);
  if (known !== undefined) return { output: known, problem: undefined };
  const compiled = compile(path, source);
  if (compiled.problem === undefined) cache.write(key, compiled.output);
  return compiled;
}

/** The package is CommonJS: imported as a module it is first searched for its exports, which takes as long as loading it. */
function compile(path: string, source: string): CompiledSource {
  const ts = require('typescript') as typeof TypeScript;
  const { module, target, ...options } = OPTIONS;
  const { outputText, diagnostics = [] } = ts.transpileModule(source, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: { ...options, module: ts.ModuleKind[module], target: ts.ScriptTarget[target] },
  });
  const [first] = diagnostics;
  return { output: outputText, problem: first === undefined ? undefined : problemText(ts, path, first) };
}

function problemText(ts: typeof TypeScript, path: string, { file, start, messageText }: TypeScript.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, ' ');
  if (file === undefined || start === undefined) return `${path}: ${text}`;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${path}:${line + 1}:${character + 1}: ${text}`;
}
