import { HarnessError } from '@tackroom/core';
import type { ResumeOptions } from '../agent-options.js';
import { checkBound } from './check-bound.js';
import type { RunStateData } from './run-state-data.js';

/** Throws unless the stored run is one that this agent can resume now, with what it is given. */
export function checkResumable(data: RunStateData, agent: string, options: ResumeOptions): void {
  if (data.status !== 'paused') {
    const message = `The run ${data.runId} is ${data.status}, so there is nothing to resume. Go on with agent.run([...result.messages, { role: 'user', content: '…' }]).`;
    throw new HarnessError('RUN_STATE_FINISHED', message);
  }
  if (data.agent !== agent) {
    throw new HarnessError(
      'RUN_STATE_AGENT',
      `The run belongs to agent ${JSON.stringify(data.agent)}; ${JSON.stringify(agent)} cannot resume it.`,
    );
  }
  checkBound(data);
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
    throw new HarnessError('RUN_UNDECIDED', `Not decided yet: ${names}. Decide each on the state, or resume with { partial: true }.`);
  }
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
