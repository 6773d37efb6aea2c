import { resolve } from 'node:path';
import type { AgentConfig } from 'tackroom';
import type { AgentFlags } from '../agent-flags.js';
import { CliError } from '../cli-error.js';
import type { CommandIo } from '../io.js';
import type { ChosenAgent } from '../settings/choose-agent.js';
import type { Settings } from '../settings/settings.js';
import { namedStateKey, ownStateKey } from './state-key.js';

/** What signs states. */
export type StateKey = NonNullable<AgentConfig['stateKey']>;

/**
 * How a run's state is kept, should it pause: signed with `key`, or not at all because of `problem`. `project` is the folder
 * that has the states which were not told where to go.
 */
export type StateKeeping =
  | { readonly project: string; readonly key: StateKey; readonly problem?: undefined }
  | { readonly project: string; readonly key?: undefined; readonly problem: CliError };

/** Variable that names a key file, as `--state-key` does. */
export const KEY_VARIABLE = 'TACKROOM_STATE_KEY_FILE';

/**
 * How the states of an agent are kept: signed with its own key, with that of `--state-key`, or with the command's. Where there is
 * none, a run that was told to keep its state does not begin: throws `CLI_STATE_KEY`. Another one runs, and is not kept.
 */
export async function stateKeeping(
  chosen: ChosenAgent,
  settings: Pick<Settings, 'config' | 'cwd'>,
  { flags, io }: { readonly flags: AgentFlags; readonly io: CommandIo },
): Promise<StateKeeping> {
  const project = settings.config?.folder ?? settings.cwd;
  const { stateKey } = chosen.agent;
  if (stateKey !== undefined) return { project, key: stateKey };
  const named = flags.stateKey ?? (io.env[KEY_VARIABLE] === '' ? undefined : io.env[KEY_VARIABLE]);
  try {
    const key = named === undefined ? await ownStateKey(io.env) : await namedStateKey(resolve(settings.cwd, named));
    return { project, key };
  } catch (error) {
    if (!(error instanceof CliError) || flags.state !== undefined || named !== undefined) throw error;
    return { project, problem: error };
  }
}

/** The agent, with the key that its states are kept under. */
export function keyed(chosen: ChosenAgent, { key }: StateKeeping): ChosenAgent {
  return key === undefined ? chosen : { ...chosen, agent: { ...chosen.agent, stateKey: key } };
}
