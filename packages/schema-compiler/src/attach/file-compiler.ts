import { dirname } from 'node:path';
import ts from 'typescript';
import { findTools, type FoundTool } from '../program/find-tools.js';
import { looseProject, readProject, type Project } from '../program/read-project.js';

/** The tools of one file, and the project's files that were read for them. */
export interface FileSignatures {
  readonly tools: readonly FoundTool[];
  /** Absolute paths: the file itself and what it imports, without packages. */
  readonly inputs: readonly string[];
}

/** Whether a source can have tools; a cheap look that saves starting a program. */
export function mentionsTools(source: string): boolean {
  return /@\w*Tool\b|\bdefineTool\b|\btoolFunction\b|@\w+\s*\(/.test(source);
}

/**
 * Reads signatures of single files with their imports, under the options of the nearest tsconfig. Keeps what it parsed, so
 * that a second file costs a fraction of the first.
 */
export class FileCompiler {
  private readonly programs = new Map<string, ts.Program>();
  private readonly projects = new Map<string, Project>();

  /** `source` is the content of the file, which may differ from the disk's. Throws `ProjectError` for a broken tsconfig. */
  compile(path: string, source: string): FileSignatures {
    const project = this.projectOf(path);
    const host = ts.createCompilerHost(project.options, true);
    const { getSourceFile } = host;
    host.getSourceFile = (name, options, ...rest) =>
      name === path ? ts.createSourceFile(name, source, options, true) : getSourceFile.call(host, name, options, ...rest);
    const previous = this.programs.get(project.folder);
    const program = ts.createProgram({
      rootNames: [path],
      options: { ...project.options, allowJs: true },
      host,
      ...(previous === undefined ? {} : { oldProgram: previous }),
    });
    this.programs.set(project.folder, program);
    const file = program.getSourceFile(path);
    const tools = file === undefined ? [] : findTools(file, program.getTypeChecker());
    const inputs = program
      .getSourceFiles()
      .filter((other) => !program.isSourceFileDefaultLibrary(other) && !other.fileName.includes('/node_modules/'));
    return { tools, inputs: inputs.map(({ fileName }) => fileName) };
  }

  private projectOf(path: string): Project {
    const config = ts.findConfigFile(dirname(path), (name) => ts.sys.fileExists(name));
    const key = config ?? dirname(path);
    let project = this.projects.get(key);
    if (project === undefined) this.projects.set(key, (project = config === undefined ? looseProject(key, []) : readProject(config)));
    return project;
  }
}
