import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder that the command keeps things of its user in: `tackroom` below `XDG_STATE_HOME`, or below its default in the home
 * directory. Undefined where the user has neither. A relative `XDG_STATE_HOME` is ignored, as its standard asks.
 */
export function userStateFolder(env: Environment): string | undefined {
  const given = env['XDG_STATE_HOME'] ?? '';
  if (isAbsolute(given)) return join(given, 'tackroom');
  const home = homeOf(env);
  return home === undefined ? undefined : join(home, '.local', 'state', 'tackroom');
}

/** `HOME`, else what the system says of the user; a container may run as a user whom the system has no entry for. */
function homeOf(env: Environment): string | undefined {
  const given = env['HOME'] ?? '';
  if (isAbsolute(given)) return given;
  try {
    const { homedir } = userInfo();
    return isAbsolute(homedir) ? homedir : undefined;
  } catch {
    return undefined;
  }
}
