import { dirname } from 'node:path';
import type ts from 'typescript';
import { findTools, type FoundTool } from '../program/find-tools.js';
import { looseProject, ProjectError, readProject, type Project } from '../program/read-project.js';
import { compiler } from '../typescript.js';

/** The tools of one file, and the project's files that were read for them. */
export interface FileSignatures {
  readonly tools: readonly FoundTool[];
  /** Absolute paths: the file itself, what it imports (without packages), and the tsconfig with what it extends. */
  readonly inputs: readonly string[];
}

/** Whether a source can have tools; a cheap look that saves starting a program. */
export function mentionsTools(source: string): boolean {
  return /\b(?:Tool|Param|defineTool|toolFunction)\b/.test(source);
}

/**
 * Reads signatures of single files with their imports, under the options of a tsconfig. Keeps what it parsed, so
 * that a second file costs a fraction of the first.
 */
export class FileCompiler {
  private readonly parsed = new Map<string, ts.SourceFile>();
  private readonly projects = new Map<string, Project>();

  /** `tsconfig` stands in for the nearest one of each file; where it cannot be read, `compile` throws `ProjectError`. */
  constructor(private readonly tsconfig?: string) {}

  /** `source` is the content of the file, which may differ from the disk's. */
  compile(path: string, source: string): FileSignatures {
    const project = this.projectOf(path);
    const host = compiler.createCompilerHost(project.options, true);
    host.getSourceFile = (name, options) => this.parse(name, name === path ? source : host.readFile(name), options);
    const program = compiler.createProgram({ rootNames: [path], options: project.options, host });
    const file = program.getSourceFile(path);
    const tools = file === undefined ? [] : findTools(file, program.getTypeChecker());
    const inputs = program
      .getSourceFiles()
      .filter((other) => !program.isSourceFileDefaultLibrary(other) && !other.fileName.includes('/node_modules/'));
    return { tools, inputs: [...inputs.map(({ fileName }) => fileName), ...project.configFiles] };
  }

  /** The same text gives the same tree, which the next program takes over whole. */
  private parse(name: string, text: string | undefined, options: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
    if (text === undefined) return undefined;
    const known = this.parsed.get(name);
    if (known?.text === text) return known;
    const file = compiler.createSourceFile(name, text, options, true);
    this.parsed.set(name, file);
    return file;
  }

  private projectOf(path: string): Project {
    const config = this.tsconfig ?? compiler.findConfigFile(dirname(path), (name) => compiler.sys.fileExists(name));
    const key = config ?? dirname(path);
    let project = this.projects.get(key);
    if (project !== undefined) return project;
    project = this.tsconfig === undefined ? (readNearest(config) ?? looseProject(key, [])) : readProject(this.tsconfig);
    this.projects.set(key, project);
    return project;
  }
}

/** A tsconfig that cannot be read is for others to say: types of the language need none. */
function readNearest(config: string | undefined): Project | undefined {
  try {
    return config === undefined ? undefined : readProject(config);
  } catch (error) {
    if (error instanceof ProjectError) return undefined;
    throw error;
  }
}
