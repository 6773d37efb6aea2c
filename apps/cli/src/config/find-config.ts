import { lstatSync, statSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONFIG_FILE_NAMES } from 'tackroom';
import { CliError, reasonOf } from '../cli-error.js';

/**
 * The configuration that holds for a directory: the nearest one from there up to the root of the file system. Throws
 * `CONFIG_AMBIGUOUS` for two in one folder, `CONFIG_UNTRUSTED` for one that another user put there, and
 * `CONFIG_UNREADABLE` where it cannot be seen whether there is one.
 */
export function findConfig(directory: string): string | undefined {
  const [path, second] = nearestConfigs(directory);
  if (path === undefined) return undefined;
  if (second !== undefined) {
    throw new CliError('CONFIG_AMBIGUOUS', `${path} and ${second} are both there. Keep one, or choose with --config FILE.`);
  }
  if (!isForeign(path)) return path;
  const message = `${path} belongs to another user and is code that would run as you. Look at it, then name it: --config ${path}`;
  throw new CliError('CONFIG_UNTRUSTED', message);
}

/** The configuration files of the nearest folder that has any, from `directory` upwards. Throws `CONFIG_UNREADABLE`. */
export function nearestConfigs(directory: string): readonly string[] {
  for (let folder = directory; ; folder = dirname(folder)) {
    const paths = CONFIG_FILE_NAMES.map((name) => join(folder, name)).filter(isThere);
    if (paths.length > 0 || folder === dirname(folder)) return paths;
  }
}

/**
 * Whether a file, or the link that leads to it, belongs to somebody who is neither this user nor the system's. A
 * configuration is code, and one that is found was not named by the person who starts the command. In a folder that others
 * can write to, such as the system's temporary one, another user could leave one for everybody who works below. Windows has
 * no user ids to compare.
 */
export function isForeign(path: string): boolean {
  const own = process.getuid?.();
  const isOthers = (stats: Stats | undefined): boolean => stats !== undefined && stats.uid !== own && stats.uid !== 0;
  return own !== undefined && (isOthers(lstatSync(path)) || isOthers(statSync(path, { throwIfNoEntry: false })));
}

/** Also a link to nowhere is there: a configuration that cannot be read is never passed over. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false;
    const message = `It cannot be seen whether ${path} is there: ${reasonOf(error)}. Name the configuration with --config FILE.`;
    throw new CliError('CONFIG_UNREADABLE', message, { cause: error });
  }
}
