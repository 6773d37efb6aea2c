import { ToolFailure } from '@tackroom/core';

const ALLOWED = new Set(['PATH', 'HOME', 'LANG', 'LANGUAGE', 'TERM', 'TZ', 'USER', 'LOGNAME', 'SHELL', 'TMPDIR', 'TMP', 'TEMP']);
const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** A command has nobody to answer: programs must fail instead of asking, and must not wait for an editor or a pager. */
const UNATTENDED = {
  GIT_TERMINAL_PROMPT: '0',
  ...{ EDITOR: 'true', VISUAL: 'true', GIT_EDITOR: 'true', GIT_SEQUENCE_EDITOR: 'true' },
  ...{ PAGER: 'cat', GIT_PAGER: 'cat', MANPAGER: 'cat' },
};

const SAFE_REPOSITORIES = 'safe.bareRepository';

/**
 * The environment of a command: what is allowed to pass from `parent` (search path, home, locale, terminal type, time
 * zone, user, temporary directory; no keys of any kind), settings for running unattended, then what was passed by name
 * and what was `added`.
 * Throws `ToolFailure` `SANDBOX_ENV_INVALID` for an added name that no program could have set, shell functions included.
 */
export function childEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
  passed: readonly string[],
  added: Readonly<Record<string, string>>,
): Record<string, string> {
  const environment: Record<string, string> = { PATH: DEFAULT_PATH };
  // Names first: to ask the process for all values takes longer than all the rest.
  for (const name of Object.keys(parent)) {
    if (!ALLOWED.has(name) && !name.startsWith('LC_')) continue;
    const value = parent[name];
    if (value !== undefined) environment[name] = value;
  }
  return { ...environment, ...addedEnvironment(parent, passed, added) };
}

/**
 * What comes on top of the environment that commands have where they run, if that is another system: this one's search
 * path, home and locale would say nothing there. Throws as {@link childEnvironment} does.
 */
export function addedEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
  passed: readonly string[],
  added: Readonly<Record<string, string>>,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of passed) {
    const value = parent[name];
    if (value !== undefined) environment[name] = value;
  }
  Object.assign(environment, UNATTENDED);
  for (const [name, value] of Object.entries(added)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || name.startsWith('BASH_FUNC') || value.includes('\0')) {
      throw new ToolFailure(`The environment variable ${JSON.stringify(name)} cannot be set.`, { code: 'SANDBOX_ENV_INVALID' });
    }
    environment[name] = value;
  }
  return withSafeRepositories(environment);
}

/**
 * Tells git to take no directory for a repository that only looks like one: of any that holds `HEAD`, `objects` and `refs` it
 * would obey the configuration. What somebody has set for git this way stays, their own word about the same setting included.
 */
function withSafeRepositories(environment: Record<string, string>): Record<string, string> {
  const said = environment['GIT_CONFIG_COUNT'] ?? '0';
  if (!/^\d{1,4}$/.test(said)) return environment; // git says what is wrong with it
  const count = Number(said);
  const keys = Array.from({ length: count }, (_, at) => environment[`GIT_CONFIG_KEY_${at}`]?.toLowerCase());
  if (keys.includes(SAFE_REPOSITORIES.toLowerCase())) return environment;
  return {
    ...environment,
    GIT_CONFIG_COUNT: String(count + 1),
    [`GIT_CONFIG_KEY_${count}`]: SAFE_REPOSITORIES,
    [`GIT_CONFIG_VALUE_${count}`]: 'explicit',
  };
}
