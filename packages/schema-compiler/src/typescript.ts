import { createRequire } from 'node:module';
import type * as TypeScript from 'typescript';

/**
 * The TypeScript compiler. It is CommonJS: imported as a module its 9 MB are first searched for their exports, which takes
 * 300 ms, as long as loading it.
 */
export const compiler = createRequire(import.meta.url)('typescript') as typeof TypeScript;
