import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of this repository. */
export function repositoryRoot(): string {
  return dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
}
