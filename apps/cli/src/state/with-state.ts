import type { RunResult, RunState } from 'tackroom';

/** The result of a paused run some of whose requests are decided since. */
export function withState(result: RunResult, state: RunState): RunResult {
  return Object.assign(Object.create(result) as RunResult, { state, pending: state.pending });
}
