import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FileCompiler } from '@tackroom/schema-compiler';
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

/** What the cache keeps of a file. */
interface KeptSource {
  readonly output: string;
  /** SHA-256 of every file whose types it depends on, by path. */
  readonly inputs: Readonly<Record<string, string>>;
}

/**
 * Compiles one TypeScript or JavaScript file to an ES module, with the decorator options that toolkit classes need
 * whatever a tsconfig says, and with the schemas of its tools' signatures; types are not checked. What compiled before is
 * taken from the user's cache; the compiler is loaded when something did not.
 */
export async function compileTypescript(path: string, source: string, cache = new CompiledCache(process.env)): Promise<CompiledSource> {
  const versions = ['typescript', '@tackroom/schema-compiler'].map(
    (name) => (require(`${name}/package.json`) as { readonly version: string }).version,
  );
  const key = CompiledCache.key([...versions, JSON.stringify(OPTIONS), path, source]);
  const known = unchanged(cache.read(key));
  if (known !== undefined) return { output: known, problem: undefined };
  const { signatures, inputs, isWhole } = await readSignatures(path, source);
  const compiled = compile(path, source, signatures);
  if (compiled.problem === undefined && isWhole) cache.write(key, JSON.stringify({ output: compiled.output, inputs } satisfies KeptSource));
  return compiled;
}

function unchanged(kept: string | undefined): string | undefined {
  if (kept === undefined) return undefined;
  try {
    const { output, inputs } = JSON.parse(kept) as KeptSource;
    return Object.entries(inputs).every(([file, hash]) => hashOf(file) === hash) ? output : undefined;
  } catch {
    // Written by another version, or not at all.
    return undefined;
  }
}

function hashOf(file: string): string {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return '';
  }
}

/** The signatures of a file's tools, ready to be written into it. */
interface ReadSignatures {
  readonly signatures: TypeScript.TransformerFactory<TypeScript.SourceFile> | undefined;
  readonly inputs: Readonly<Record<string, string>>;
  /** Whether nothing was refused: what was may depend on a file that was not there. */
  readonly isWhole: boolean;
}

const NOTHING: ReadSignatures = { signatures: undefined, inputs: {}, isWhole: true };

/** One for all files of a command: it keeps what it parsed. */
let files: FileCompiler | undefined;

/** Words without which a file has no tools; the compiler of schemas looks more closely. */
const MENTIONS_TOOLS = /\b(?:Tool|Param|defineTool|toolFunction)\b/;

async function readSignatures(path: string, source: string): Promise<ReadSignatures> {
  if (!/\.[cm]?tsx?$/.test(path) || !MENTIONS_TOOLS.test(source)) return NOTHING;
  const { attachPlan, attachSignatures, FileCompiler } = await import('@tackroom/schema-compiler');
  files ??= new FileCompiler();
  const { tools, inputs } = files.compile(path, source);
  if (tools.length === 0) return NOTHING;
  const isWhole = tools.every(({ entry }) => entry.parameters.every(({ refused }) => refused === undefined));
  const others = inputs.filter((file) => file !== path);
  return {
    signatures: attachSignatures(attachPlan(tools), require('typescript') as typeof TypeScript),
    inputs: Object.fromEntries(others.map((file) => [file, hashOf(file)])),
    isWhole,
  };
}

/** The package is CommonJS: imported as a module it is first searched for its exports, which takes as long as loading it. */
function compile(path: string, source: string, signatures: ReadSignatures['signatures']): CompiledSource {
  const ts = require('typescript') as typeof TypeScript;
  const { module, target, ...options } = OPTIONS;
  const { outputText, diagnostics = [] } = ts.transpileModule(source, {
    fileName: path,
    reportDiagnostics: true,
    ...(signatures === undefined ? {} : { transformers: { before: [signatures] } }),
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
