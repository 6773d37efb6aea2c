import { readFileSync } from 'node:fs';
import type { WireReply } from './wire-server.js';

/** A stream of `fixtures/wire`, written by hand as its provider sends it. */
export function wireFixture(name: string): Extract<WireReply, { chunks: unknown }> {
  return { chunks: readChunks(new URL(`./fixtures/wire/${name}.chunks.txt`, import.meta.url)) };
}

/** The chunks of a file: a JSON text per line. */
export function readChunks(file: string | URL): readonly string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}
