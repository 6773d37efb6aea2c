import type { ResumeOptions, RunOptions } from '../agent-options.js';
import type { RunStateData } from '../state/run-state-data.js';
import type { AgentCore } from './agent-core.js';
import type { RunIdentity } from './agent-run-context.js';

/** The identity that a stored run goes on with. */
export function storedIdentity({ runId, sessionId, agentPath, userId }: RunStateData): RunIdentity {
  return { runId, sessionId, agentPath, userId };
}

/** The identity of a run that begins. */
export function newIdentity(agent: AgentCore, options: RunOptions | ResumeOptions): RunIdentity {
  const { sessionId, userId } = options as RunOptions; // a new run is never given the options of a resumed one
  const { ids } = agent.kernel;
  return { runId: ids.next('run'), sessionId: sessionId ?? ids.next('session'), agentPath: agent.agentPath, userId };
}
