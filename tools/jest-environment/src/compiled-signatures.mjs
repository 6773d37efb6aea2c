// @ts-check
/**
 * The transformer `@tackroom/schema-compiler/ts-jest` as it is in the sources, so that tests need no build. Its version is a
 * digest of those sources: jest keeps what an older compiler wrote under another key.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { require as requireTypescript } from 'tsx/cjs/api';

const SOURCES = fileURLToPath(new URL('../../../packages/schema-compiler/src/', import.meta.url));

export const name = 'compiled-signatures';

export const version = digestOf(SOURCES);

/** @type {typeof import('../../../packages/schema-compiler/src/ts-jest.js')} */
const transformer = requireTypescript(join(SOURCES, 'ts-jest.ts'), import.meta.url);

export const { factory } = transformer;

/** @param {string} folder */
function digestOf(folder) {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}
