import { dirname, resolve } from 'node:path';
import type ts from 'typescript';
import { compiler } from '../typescript.js';

/** A TypeScript project as its tsconfig describes it. */
export interface Project {
  /** Folder of the tsconfig; absolute. */
  readonly folder: string;
  readonly rootNames: readonly string[];
  readonly options: ts.CompilerOptions;
  /** The tsconfig and every file that it extends; absolute. */
  readonly configFiles: readonly string[];
}

/** What is wrong with a project, for people: one line each. */
export class ProjectError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Options that schemas do not depend on: nothing is written. */
export const READING: ts.CompilerOptions = {
  noEmit: true,
  composite: false,
  incremental: false,
  declaration: false,
  declarationMap: false,
  sourceMap: false,
  skipLibCheck: true,
  // Without it null and undefined leave no trace in a type.
  strictNullChecks: true,
};

/** Reads a tsconfig (a file, or a folder that has one). Throws `ProjectError` if it cannot be read. */
export function readProject(path: string): Project {
  const given = resolve(path);
  const configPath = compiler.sys.directoryExists(given) ? resolve(given, 'tsconfig.json') : given;
  if (!compiler.sys.fileExists(configPath)) throw new ProjectError([configMissing(configPath)]);
  const parsed = compiler.getParsedCommandLineOfConfigFile(configPath, READING, {
    ...compiler.sys,
    onUnRecoverableConfigFileDiagnostic: refuse,
  });
  if (parsed === undefined) throw new ProjectError([`${configPath} cannot be read.`]);
  const problems = configProblems(parsed.errors);
  if (problems.length > 0) throw new ProjectError(problems);
  const { tsBuildInfoFile: _unused, ...options } = parsed.options;
  return {
    folder: dirname(configPath),
    rootNames: parsed.fileNames,
    options: { ...options, ...READING },
    configFiles: configFilesOf(parsed, configPath),
  };
}

/** Says that there is no tsconfig. */
export function configMissing(configPath: string): string {
  return `${configPath} is not there: name the tsconfig of the project with --project.`;
}

/** What is wrong with a tsconfig, one line each. */
export function configProblems(errors: readonly ts.Diagnostic[]): readonly string[] {
  return errors.filter(({ category, code }) => category === compiler.DiagnosticCategory.Error && code !== NO_INPUTS).map(diagnosticText);
}

/** "No inputs were found": a project without files has no tools, and says so later. */
const NO_INPUTS = 18003;

/** The same options for files that belong to no project, as far as decorators and strictness matter. */
export function looseProject(folder: string, rootNames: readonly string[]): Project {
  const options: ts.CompilerOptions = {
    ...READING,
    target: compiler.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts'],
    module: compiler.ModuleKind.NodeNext,
    moduleResolution: compiler.ModuleResolutionKind.NodeNext,
    strict: true,
    experimentalDecorators: true,
    esModuleInterop: true,
    resolveJsonModule: true,
    allowImportingTsExtensions: true,
  };
  return { folder, rootNames, options, configFiles: [] };
}

/** A diagnostic on one line, with its place. */
export function diagnosticText({ file, start, messageText }: ts.Diagnostic): string {
  const text = compiler.flattenDiagnosticMessageText(messageText, ' ');
  if (file === undefined || start === undefined) return text;
  const { line, character } = compiler.getLineAndCharacterOfPosition(file, start);
  return `${file.fileName}:${line + 1}:${character + 1}: ${text}`;
}

function refuse(diagnostic: ts.Diagnostic): never {
  throw new ProjectError([diagnosticText(diagnostic)]);
}

function configFilesOf(parsed: ts.ParsedCommandLine, configPath: string): readonly string[] {
  const source = parsed.options.configFile as ts.TsConfigSourceFile | undefined; // what the compiler keeps beside the options
  return [configPath, ...(source?.extendedSourceFiles ?? [])];
}
