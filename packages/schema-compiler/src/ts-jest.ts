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

/** The part of ts-jest's compiler that is used: the TypeScript that it runs. */
interface TsJestCompiler {
  readonly configSet?: { readonly compilerModule?: typeof ts };
}

let files: FileCompiler | undefined;

/** Called by ts-jest, once per file. */
export function factory({ configSet }: TsJestCompiler): ts.TransformerFactory<ts.SourceFile> {
  const running = configSet?.compilerModule ?? compiler;
  return (context) => (file) => {
    if (file.isDeclarationFile || !mentionsTools(file.text)) return file;
    files ??= new FileCompiler();
    const { tools } = files.compile(file.fileName, file.text);
    return tools.length === 0 ? file : attachSignatures(attachPlan(tools), running)(context)(file);
  };
}
