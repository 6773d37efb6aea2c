import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finding } from './finding.js';
import type { Surroundings } from './surroundings.js';

const NAMES: readonly string[] = ['ts', 'mts', 'js', 'mjs', 'cjs', 'json'].map((extension) => `tackroom.config.${extension}`);

/** Which configuration file commands find from here, without loading it. */
export function checkConfig({ cwd }: Pick<Surroundings, 'cwd'>): Finding {
  const id = 'config';
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = NAMES.map((name) => join(folder, name)).filter((path) => existsSync(path));
    const [first, ...others] = found;
    if (first !== undefined && others.length === 0) return { id, status: 'ok', summary: first };
    if (first !== undefined) {
      return {
        id,
        status: 'warning',
        summary: `${found.length} configuration files in ${folder}`,
        detail: found.join('\n'),
        fix: 'Keep one of them.',
      };
    }
    if (folder === dirname(folder)) return { id, status: 'absent', summary: 'no tackroom.config file from here upwards; none is needed' };
  }
}
