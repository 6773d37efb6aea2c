import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { reasonOf } from '../cli-error.js';
import { isForeign, nearestConfigs } from '../config/find-config.js';
import type { Finding } from './finding.js';
import type { Surroundings } from './surroundings.js';

/** Which configuration file the other commands would use from here, and whether they can. It is looked at, never loaded. */
export function checkConfig({ cwd, config }: Pick<Surroundings, 'cwd' | 'config'>): Finding {
  if (config !== undefined) return lookAt(resolve(cwd, config), 'Correct --config.');
  const [path, ...others] = nearestConfigs(cwd);
  if (path === undefined) return { id, status: 'absent', summary: 'no tackroom.config file from here upwards; none is needed' };
  if (others.length > 0) {
    const detail = [path, ...others].join('\n');
    const fix = 'Keep one of them, or choose with --config FILE.';
    return { id, status: 'problem', summary: `${others.length + 1} configuration files in one folder`, detail, fix };
  }
  if (!isForeign(path)) return lookAt(path, 'Mend it, or remove it.');
  const fix = `It is code that would run as you. Look at it, then give commands --config ${path}.`;
  return { id, status: 'problem', summary: `${path} belongs to another user`, fix };
}

const id = 'config';

function lookAt(path: string, fix: string): Finding {
  const reason = whyUnreadable(path);
  return reason === undefined
    ? { id, status: 'ok', summary: path }
    : { id, status: 'problem', summary: `${path} cannot be read`, detail: reason, fix };
}

function whyUnreadable(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isDirectory() ? 'It is a directory.' : undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'There is no such file, or it is a link to one.' : reasonOf(error);
  }
}
