export { attachPlan, attachSignatures } from './attach/attach-signatures.js';
export { FileCompiler, mentionsTools } from './attach/file-compiler.js';
export type { FileSignatures } from './attach/file-compiler.js';
export { buildManifest, manifestText, sourceHash } from './manifest/build-manifest.js';
export { compileProgram, createProgram } from './program/compile-program.js';
export type { CompiledProgram } from './program/compile-program.js';
export { looseProject, ProjectError, readProject } from './program/read-project.js';
export type { Project } from './program/read-project.js';
