import type { SchemaManifest } from '@tackroom/core';
import type ts from 'typescript';
import { buildManifest, type FileTools } from '../manifest/build-manifest.js';
import { findTools } from './find-tools.js';
import { diagnosticText, type Project } from './read-project.js';
import { compiler } from '../typescript.js';

/** What a program gave. */
export interface CompiledProgram {
  readonly manifest: SchemaManifest;
  readonly files: readonly FileTools[];
  /** Every file that was read but the language's own, for a later look at whether something changed. */
  readonly inputs: readonly string[];
}

/** Words without which a file has no tools. */
const MENTIONS = /@\w*|defineTool|toolFunction/;

/** Finds and describes the tools of a program. Type errors elsewhere do not matter: `tsc` says them. */
export function compileProgram(program: ts.Program, project: Project, only?: ReadonlySet<string>): CompiledProgram {
  const checker = program.getTypeChecker();
  const sources = program.getSourceFiles().filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file));
  const files = sources.flatMap((file): FileTools[] => {
    if ((only !== undefined && !only.has(file.fileName)) || !MENTIONS.test(file.text)) return [];
    const tools = findTools(file, checker);
    return tools.length === 0 ? [] : [{ file, tools }];
  });
  const inputs = program.getSourceFiles().flatMap((file) => (program.isSourceFileDefaultLibrary(file) ? [] : [file.fileName]));
  return { manifest: buildManifest(files, project.folder), files, inputs };
}

/** Words of files that are meant to have tools, also where a mistake hides them. */
const MEANS_TOOLS = /@(?:\w+\.)?Tool\b|\b(?:defineTool|toolFunction)\s*\(/;

/**
 * What is no TypeScript in files with tools and in those that lend them types, one line each with its place. The compiler
 * mends such a file by guessing, and would write a schema of the guess.
 */
export function syntaxProblems(program: ts.Program, { files }: CompiledProgram): readonly string[] {
  const meant = program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file) && MEANS_TOOLS.test(file.text));
  const used = files.flatMap(({ file, tools }) => [file, ...tools.flatMap((tool) => [...tool.files])]);
  return [...new Set([...used, ...meant])].flatMap((file) => program.getSyntacticDiagnostics(file).map(diagnosticText));
}

/** The program of a project, parsed with `host` where one is given. */
export function createProgram({ rootNames, options }: Project, host?: ts.CompilerHost): ts.Program {
  return compiler.createProgram({ rootNames, options, ...(host === undefined ? {} : { host }) });
}
