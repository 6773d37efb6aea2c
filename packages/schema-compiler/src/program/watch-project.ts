import { compileProgram, syntaxProblems } from './compile-program.js';
import { readAt, type CompiledProject } from './compile-project.js';
import { configMissing, configProblems, ProjectError, READING } from './read-project.js';
import { compiler } from '../typescript.js';

/** What a watched project tells. */
export interface ProjectListener {
  changed(compiled: CompiledProject): void;
  /** The tsconfig cannot be read or a file with tools is no TypeScript: what was compiled before still counts. */
  failed(error: ProjectError): void;
}

/**
 * Compiles a project now and after every change of its files and of its tsconfig, and gives each manifest that differs from
 * the last. Returns a function that ends it. `folder` is where the manifest will lie, if not beside the tsconfig. Throws `ProjectError` if the project cannot be read at the start.
 */
export function watchProject(path: string, listener: ProjectListener, folder?: string): () => void {
  const project = readAt(path, folder);
  const [configFile = ''] = project.configFiles;
  const { sys } = compiler;
  // Only our own options: those of the tsconfig may change while it is watched.
  const host = compiler.createWatchCompilerHost(configFile, READING, sys, compiler.createAbstractBuilder, quiet, quiet);
  // A tsconfig that is gone for a moment would end the process.
  host.readFile = (name, encoding) => sys.readFile(name, encoding) ?? (name === configFile ? '{}' : undefined);
  let last: string | undefined;
  host.afterProgramCreate = (builder) => {
    const program = builder.getProgram();
    const compiled = compileProgram(program, project);
    const config = sys.fileExists(configFile) ? configProblems(builder.getConfigFileParsingDiagnostics()) : [configMissing(configFile)];
    const problems = [...config, ...syntaxProblems(program, compiled)];
    const text = JSON.stringify(problems.length > 0 ? problems : compiled.manifest);
    if (text === last) return;
    last = text;
    if (problems.length > 0) listener.failed(new ProjectError(problems));
    else listener.changed({ manifest: compiled.manifest, folder: project.folder, isCached: false });
  };
  const watch = compiler.createWatchProgram(host);
  return () => watch.close();
}

/** Type errors are said by those who check types. */
function quiet(): void {
  return undefined;
}
