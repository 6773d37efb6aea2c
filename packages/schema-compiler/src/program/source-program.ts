import type ts from 'typescript';
import { looseProject } from './read-project.js';
import { compiler } from '../typescript.js';

/** A program over sources that lie in memory only, by absolute path; strict, and without types of packages. */
export function sourceProgram(files: Readonly<Record<string, string>>): { readonly program: ts.Program; readonly folder: string } {
  const { options } = looseProject('/', Object.keys(files));
  const all: ts.CompilerOptions = { ...options, exactOptionalPropertyTypes: true, types: [], lib: ['lib.es2022.d.ts'] };
  const host = compiler.createCompilerHost(all, true);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const text = files[name];
    return text === undefined
      ? getSourceFile.call(host, name, languageVersion, ...rest)
      : compiler.createSourceFile(name, text, languageVersion, true);
  };
  host.fileExists = (name) => Object.hasOwn(files, name) || fileExists.call(host, name);
  host.directoryExists = () => true;
  host.readFile = (name) => files[name] ?? readFile.call(host, name);
  return { program: compiler.createProgram({ rootNames: Object.keys(files), options: all, host }), folder: '/' };
}
