import { ScriptedModel, type ScriptedTurn } from '@tackroom/testing';
import { askUser, createAgent, RunState, type Agent, type AgentOptions, type AskUserOptions, type RunResult } from '../src/index.js';
import { testHost, type TestHostOptions } from './test-host.js';

/** Arguments of `ask_user`. */
export const QUESTION = { question: 'Which table?', choices: [' orders ', '', 'users', 'orders'] };

/** What is special about an agent that asks. */
export interface AskerOptions extends TestHostOptions {
  readonly agent?: Partial<AgentOptions>;
}

/** An agent with `ask_user`, unless the host has other tools. */
export function asker(turns: readonly ScriptedTurn[], options: AskUserOptions = {}, { agent, ...host }: AskerOptions = {}): Agent {
  const made = testHost({ tools: [askUser(options)], ...host });
  return createAgent(made, { name: 'clerk', model: new ScriptedModel(turns), planning: false, ...agent });
}

/** What another process reads of a paused run. */
export const elsewhere = (result: Pick<RunResult, 'state'>): RunState => RunState.parse(JSON.stringify(result.state));

/** The id of the only thing that a run waits for. */
export function onlyId({ pending }: Pick<RunResult, 'pending'>): string {
  const [item] = pending;
  if (item === undefined || pending.length > 1) throw new Error(`The run waits for ${pending.length} answers.`);
  return item.id;
}
