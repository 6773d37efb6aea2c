export { buildManifest, manifestText, sourceHash } from './manifest/build-manifest.js';
export { compileProgram, createProgram } from './program/compile-program.js';
export type { CompiledProgram } from './program/compile-program.js';
export { looseProject, ProjectError, readProject } from './program/read-project.js';
export type { Project } from './program/read-project.js';
