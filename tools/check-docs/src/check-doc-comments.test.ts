import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTree } from '@tackroom/source-tree';
import { checkDocComments } from './check-doc-comments.js';

const ROOT = mkdtempSync(join(tmpdir(), 'check-doc-comments-'));
afterAll(() => rmSync(ROOT, { recursive: true }));

test('every export of a published package needs a comment, at its declaration or at the export', () => {
  writeTree(ROOT, {
    'packages/core/package.json': JSON.stringify({
      name: '@tackroom/core',
      exports: {
        '.': { types: './dist/index.d.ts', default: './dist/index.js' },
        './extra': './dist/extra.js',
        './package.json': './package.json',
      },
    }),
    'packages/core/src/index.ts': `export { documented, Bare, type Shape, Both } from './a.js';
export {
  /** What it does here. */
  foreign as renamed,
  foreign,
} from 'foreign';
`,
    'packages/core/src/a.ts': `/** Does it. */
export function documented() {}

// Not a doc comment.
export class Bare {}
export interface Shape {}
/** A port. */
export interface Both {}
export const Both = Symbol('Both');
/** Not exported by the package. */
export const inner = 1;
export const alsoInner = 1;
`,
    'packages/core/src/extra.ts': '\nexport const extra = 1;\n',
    'packages/agent/package.json': JSON.stringify({ name: '@tackroom/agent', exports: './dist/index.js' }),
    'packages/agent/src/index.ts': "export { documented, Bare as Again } from '@tackroom/core';\n",
    'packages/hidden/package.json': JSON.stringify({ name: 'hidden', private: true, exports: './dist/index.js' }),
    'packages/hidden/src/index.ts': 'export const bare = 1;\n',
    'node_modules/foreign/package.json': JSON.stringify({ name: 'foreign', types: 'index.d.ts' }),
    'node_modules/foreign/index.d.ts': 'export declare const foreign: number;\n',
  });
  expect(checkDocComments(ROOT).map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
    'packages/core/src/a.ts:5 Again is exported and has no doc comment.',
    'packages/core/src/a.ts:5 Bare is exported and has no doc comment.',
    'packages/core/src/a.ts:6 Shape is exported and has no doc comment.',
    'packages/core/src/index.ts:5 foreign is exported and has no doc comment.',
    'packages/core/src/extra.ts:2 extra is exported and has no doc comment.',
  ]);
});
