import type ts from 'typescript';
import { attachPlan, attachSignatures } from './attach/attach-signatures.js';
import { FileCompiler, mentionsTools } from './attach/file-compiler.js';
import { compiler } from './typescript.js';

/**
 * A transformer for ts-jest (`astTransformers: { before: ['@tackroom/schema-compiler/ts-jest'] }`): tests see the schemas
 * that `tackroom schemas` would write, read from the sources as they are. Jest keeps what it transformed by the file's own
 * content: after a change of a type in another file run jest with `--no-cache`.
 */
export const name = '@tackroom/schema-compiler/ts-jest';

/** A part of jest's cache key: what this transformer writes depends on it. */
export const version = 1;

/** `{ path: '@tackroom/schema-compiler/ts-jest', options: { … } }` among the `astTransformers`. */
export interface TsJestOptions {
  /** Regular expressions of which one must match the path of a file, with `/`; without them every file is read. */
  readonly include?: readonly string[];
  /** Path of the tsconfig under which types are read; the nearest one of each file unless given. A relative path starts from the working directory. */
  readonly tsconfig?: string;
}

/** The part of ts-jest's compiler that is used: the TypeScript that it runs. */
interface TsJestCompiler {
  readonly configSet?: { readonly compilerModule?: typeof ts };
}

/** By tsconfig: jest calls the factory for every file, and one compiler keeps what it parsed. */
const compilers = new Map<string | undefined, FileCompiler>();

/** Called by ts-jest, once per file. */
export function factory({ configSet }: TsJestCompiler, { include, tsconfig }: TsJestOptions = {}): ts.TransformerFactory<ts.SourceFile> {
  const running = configSet?.compilerModule ?? compiler;
  const patterns = include?.map((pattern) => new RegExp(pattern));
  const isMeant = (path: string): boolean => patterns?.some((pattern) => pattern.test(path)) ?? true;
  return (context) => (file) => {
    if (file.isDeclarationFile || !isMeant(file.fileName) || !mentionsTools(file.text)) return file;
    const { tools } = compilerFor(tsconfig).compile(file.fileName, file.text);
    return tools.length === 0 ? file : attachSignatures(attachPlan(tools), running)(context)(file);
  };
}

function compilerFor(tsconfig: string | undefined): FileCompiler {
  let known = compilers.get(tsconfig);
  if (known === undefined) compilers.set(tsconfig, (known = new FileCompiler(tsconfig)));
  return known;
}
