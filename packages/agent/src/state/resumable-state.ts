import { HarnessError } from '@tackroom/core';
import type { ResumeOptions } from '../agent-options.js';
import { checkBound } from './check-bound.js';
import type { OpenedState } from './run-state.js';
import type { RunStateData } from './run-state-data.js';

/** Throws unless the stored run is one that this agent can resume now, with what it is given. */
export function checkResumable({ data, claimed }: OpenedState, agent: string, options: ResumeOptions): void {
  if (data.status !== 'paused') {
    const message = `The run ${data.runId} is ${data.status}, so there is nothing to resume. Go on with agent.run([...result.messages, { role: 'user', content: '…' }]).`;
    throw new HarnessError('RUN_STATE_FINISHED', message);
  }
  checkOwn({ data, claimed }, agent);
  for (const [name, needed] of Object.entries(data.needs) as [keyof RunStateData['needs'], boolean][]) {
    if (needed && options[name] === undefined) {
      throw new HarnessError(
        'RUN_DEPS_MISSING',
        `The run was given ${name}, which are never stored. Give them again: agent.resume(state, { ${name} }).`,
      );
    }
  }
  if (options.partial === true) return;
  const waiting = data.calls.flatMap((call) => (call.status === 'pending' && call.decision === undefined ? call.pending : []));
  const undecided = waiting.filter(({ kind }) => kind === 'question' || options.approver === undefined);
  if (undecided.length > 0) {
    const names = undecided.map((item) => `${item.toolName} (${item.id})`).join(', ');
    const unsigned = claimed === undefined ? '' : UNSIGNED;
    throw new HarnessError(
      'RUN_UNDECIDED',
      `Not decided yet: ${names}. Decide each on the state, or resume with { partial: true }.${unsigned}`,
    );
  }
}

const UNSIGNED =
  ' The state that was read holds decisions, but it is not signed, so they do not count: decide after reading it, or give the agent a stateKey in every process.';

/** Throws unless the stored run is this agent's and holds together. What it claims in vain must hold together as well. */
export function checkOwn({ data, claimed }: OpenedState, agent: string): void {
  if (data.agent !== agent) {
    throw new HarnessError(
      'RUN_STATE_AGENT',
      `The run belongs to agent ${JSON.stringify(data.agent)}; ${JSON.stringify(agent)} cannot resume it.`,
    );
  }
  if (claimed !== undefined) checkBound(claimed);
  checkBound(data);
}

/** Stops that were resumed in this process, oldest first. */
const used = new Set<string>();

/** Bound on what is remembered: a long-lived process resumes without end, and an old state is not used again by accident. */
const MAX_REMEMBERED = 100_000;

/** Marks the stop as resumed. Throws `RUN_STATE_USED` if it was: a second time would repeat what was approved once. */
export function claimState(data: RunStateData): void {
  const stop = `${data.runId}#${data.stop}`;
  if (used.has(stop)) {
    const message = `This state of run ${data.runId} was resumed already. Take the state of the result that resuming it gave.`;
    throw new HarnessError('RUN_STATE_USED', message);
  }
  if (used.size >= MAX_REMEMBERED)
    for (const oldest of used) {
      used.delete(oldest);
      break;
    }
  used.add(stop);
}
