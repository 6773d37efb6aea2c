export { main } from './main.js';
export { ExitCode } from './exit-code.js';
export type { CommandIo } from './io.js';
