import { closestName, type Problem } from '@tackroom/core';
import { isRecord, notAsMeant } from './config-values.js';
import type { WorkspaceConfig } from './tackroom-config.js';

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** What each key must be. Names of further directories, and whether these are there, are checked when the harness boots. */
const KEYS: Readonly<Record<keyof WorkspaceConfig, readonly [is: (value: unknown) => boolean, must: string]>> = {
  root: [(value) => value === null || isText(value), "must be a directory ('.'), or null for the whole file system"],
  also: [(value) => isRecord(value) && Object.values(value).every(isText), "must be an object of directories by name: { docs: '../docs' }"],
  symlinks: [(value) => value === 'refuse' || value === 'inside', "must be 'refuse' or 'inside'"],
  maxDepth: [(value) => Number.isSafeInteger(value) && Number(value) >= 1, 'must be a whole number from 1'],
  ripgrep: [(value) => value === false || isText(value), 'must be the path of the program, or false to search without it'],
};

/** What is wrong with the workspace of a configuration; `root` is the configuration's own. */
export function workspaceConfigProblems(value: unknown, where: string, root: unknown): readonly Problem[] {
  if (!isRecord(value)) return [notAsMeant(where, "must be an object: { also: { docs: '../docs' }, symlinks: 'inside' }")];
  if (typeof value['session'] === 'function') return root === undefined ? [] : [saidTwice('root', `the ${where} has its own`)];
  const given = Object.entries(value).filter(([, option]) => option !== undefined);
  const problems = given.flatMap(([key, option]) => {
    if (!isKey(key)) return [unknownKey(key, where)];
    const [is, must] = KEYS[key];
    return is(option) ? [] : [notAsMeant(`${where}.${key}`, must)];
  });
  const isSaidTwice = root !== undefined && value['root'] !== undefined;
  return isSaidTwice ? [...problems, saidTwice('root', `it is said here and in ${where}.root`)] : problems;
}

function isKey(key: string): key is keyof WorkspaceConfig {
  return Object.hasOwn(KEYS, key);
}

function unknownKey(key: string, where: string): Problem {
  const meant = closestName(key, Object.keys(KEYS));
  const hint = meant === undefined ? ` The keys are ${Object.keys(KEYS).join(', ')}.` : ` Did you mean ${meant}?`;
  return { code: 'OPTION_UNKNOWN', where: `${where}.${key}`, message: `is no key of a workspace.${hint}` };
}

function saidTwice(where: string, why: string): Problem {
  return notAsMeant(where, `is said once too often: ${why}. Keep one of the two`);
}
