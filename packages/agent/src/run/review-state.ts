import { Cancellation, HarnessError, NO_DEPENDENCIES, reviewRequest } from '@tackroom/core';
import { RunTodos } from '../planning/run-todos.js';
import { NO_TODOS } from '../planning/todos.js';
import { checkOwn } from '../state/resumable-state.js';
import { hasUndecided, reviewPending } from '../state/review-pending.js';
import { openRunState, withReviewed, type RunState } from '../state/run-state.js';
import type { AgentCore } from './agent-core.js';
import { AgentRunContext } from './agent-run-context.js';

/** Makes every request that waits in a stored run again, as its agent would ask it now. See `Agent.review`. */
export async function reviewState(agent: AgentCore, state: RunState): Promise<RunState> {
  const opened = openRunState(state, agent.stateKey);
  const { data } = opened;
  if (!hasUndecided(data)) return state;
  checkOwn(opened, agent.name);
  await agent.place.check();
  const { runId, sessionId, agentPath, userId } = data;
  const cancellation = new Cancellation();
  const todos = new RunTodos(NO_TODOS, { sessionId, sessions: agent.sessionTodos, planning: false, emit: undefined });
  const context = new AgentRunContext(
    { runId, sessionId, agentPath, userId },
    {
      place: agent.place,
      deps: undefined,
      messages: data.messages,
      todos,
      scope: NO_DEPENDENCIES,
      cancellation,
      maxParallelCalls: agent.limits.maxParallelCalls,
      graceMs: agent.limits.graceMs,
      dedupe: undefined,
      refusals: new Map(),
      emit: undefined,
    },
  );
  const tools = agent.compiled.of(agent.tools.snapshot());
  try {
    return withReviewed(state, await reviewPending(data, (stored) => reviewRequest(tools, stored, context)));
  } finally {
    cancellation.cancel(new HarnessError('RUN_CANCELLED', 'The state was reviewed.'));
    await context.close();
  }
}
