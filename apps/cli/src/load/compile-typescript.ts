import type { Diagnostic } from 'typescript';

/** JavaScript, and where the source breaks the syntax, if it does. */
export interface CompiledSource {
  readonly output: string;
  /** `path:line:column: what is wrong` of the first mistake. */
  readonly problem: string | undefined;
}

/**
 * Compiles one TypeScript or JavaScript file to an ES module, with the decorator options that toolkit classes need
 * whatever a tsconfig says; types are not checked. The compiler is loaded when it is first needed.
 */
export async function compileTypescript(path: string, source: string): Promise<CompiledSource> {
  const { default: ts } = await import('typescript');
  const { outputText, diagnostics = [] } = ts.transpileModule(source, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      allowJs: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      useDefineForClassFields: false,
      inlineSourceMap: true,
    },
  });
  const [first] = diagnostics;
  const text = (diagnostic: Diagnostic): string =>
    `${place(path, diagnostic)}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}`;
  return { output: outputText, problem: first === undefined ? undefined : text(first) };
}

function place(path: string, { file, start }: Diagnostic): string {
  if (file === undefined || start === undefined) return path;
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${path}:${line + 1}:${character + 1}`;
}
