import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { configProblems } from 'tackroom';
import { describeError, reasonOf } from '../cli-error.js';
import { isForeign, nearestConfigs } from '../config/find-config.js';
import { parseJson } from '../parse-json.js';
import type { Finding } from './finding.js';
import type { Surroundings } from './surroundings.js';

/** Which configuration the other commands would use from here, and whether they can. JSON is checked; code is found, never run. */
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
  if (reason !== undefined) return { id, status: 'problem', summary: `${path} cannot be read`, detail: reason, fix };
  if (!path.endsWith('.json'))
    return { id, status: 'ok', summary: `${path} is there; "tackroom tools ls" runs it and says what is wrong in it` };
  const problems = problemsOfJson(path);
  if (problems.length === 0) return { id, status: 'ok', summary: path };
  return { id, status: 'problem', summary: `${path} cannot be used`, detail: problems.join('\n'), fix: 'Mend each of them.' };
}

function problemsOfJson(path: string): readonly string[] {
  try {
    return configProblems(parseJson(readFileSync(path, 'utf8'), 'It')).map(({ where, message }) => `${where}: ${message}`);
  } catch (error) {
    return [describeError(error).message];
  }
}

function whyUnreadable(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isDirectory() ? 'It is a directory.' : undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'There is no such file, or it is a link to one.' : reasonOf(error);
  }
}
