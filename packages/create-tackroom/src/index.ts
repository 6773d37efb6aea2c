export { CreateError } from './create-error.js';
export { createProject } from './create-project.js';
export type { CreatedProject, CreateOptions } from './create-project.js';
export type { Caller } from './command-line.js';
export { describeProject } from './describe-project.js';
export { main } from './main.js';
export type { CreateIo } from './main.js';
