import { argsDigest, type ApprovalRequest, type JsonObject } from '@tackroom/core';
import { makeRunState, RunState } from './run-state.js';
import type { RunStateData, StoredCall } from './run-state-data.js';

const NAMES = ['root', 'writer', 'cleaner', 'sweeper'];

function request(id: string, depth: number): ApprovalRequest {
  const args = { table: id };
  return {
    kind: 'approval',
    ...{ id, runId: `run_${depth}`, callId: `call_${id}`, agentPath: NAMES.slice(0, depth + 1), toolName: 'drop', title: 'Drop', args },
    ...{ argsDigest: argsDigest('drop', args), definitionFingerprint: 'sha256:f', reason: 'it asks', text: `drop ${id}` },
    ...{ suggestedGrants: [], requestedAt: '2026-01-01T00:00:00.000Z' },
  };
}

function call(callId: string, toolName: string, more: Partial<StoredCall>): StoredCall {
  return {
    ...{ status: 'pending', callId, providerCallId: callId, name: toolName, args: '{}', toolCallId: callId, toolName, pending: [] },
    ...more,
  };
}

function data(depth: number, calls: readonly StoredCall[]): RunStateData {
  return {
    ...{ version: 3, runId: `run_${depth}`, stop: 0, sessionId: 'ses', agent: NAMES[depth] ?? '', agentPath: NAMES.slice(0, depth + 1) },
    ...{ status: 'paused', stopReason: 'approval', text: '', messages: [], todos: [], step: 1, seq: 0, calls, refusals: [], grants: [] },
    recovery: { truncations: 0, emptyReplies: 0, continuations: 0, held: [] },
    usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, reasoningTokens: 0, steps: 1, calls: 1, incomplete: false },
    results: [],
    needs: { deps: false, providers: false },
  };
}

/** A run that waits at its own call `top`, and four agents deep at `low` and `lower`. */
function nested(): RunStateData {
  const requests = ['low', 'lower'].map((id) => request(id, 3));
  let inside = data(
    3,
    requests.map((each) => call(each.callId, 'drop', { pending: [each] })),
  );
  for (let depth = 2; depth >= 0; depth--) {
    const childState = JSON.parse(JSON.stringify(inside)) as JsonObject;
    const delegate = call(`call_${depth}`, `delegate_${NAMES[depth + 1] ?? ''}`, { status: 'suspended', pending: requests, childState });
    const top = request('top', 0);
    inside = data(depth, depth === 0 ? [call(top.callId, 'drop', { pending: [top] }), delegate] : [delegate]);
  }
  return inside;
}

const stateOf = (of: RunStateData = nested()): RunState => makeRunState(() => of, undefined, { now: () => 0 });
const revived = (state: RunState): RunState => RunState.parse(JSON.stringify(state));

/** What is decided at each depth. */
function decisions(state: RunState): readonly string[] {
  const found: string[] = [];
  const look = ({ calls, runId }: RunStateData): void => {
    for (const { decision, childState } of calls) {
      if (decision !== undefined) found.push(`${runId}: ${decision.type} ${decision.id}`);
      if (childState !== undefined) look(childState as unknown as RunStateData); // as it was stored
    }
  };
  look(JSON.parse(JSON.stringify(state)) as RunStateData);
  return found;
}

test('what waits inside runs surfaces at the root, with the agents on the way to it, also in another process', () => {
  const shown = revived(stateOf()).pending.map((item) => [item.id, item.agentPath.join(' → '), item.runId]);
  expect(shown).toEqual([
    ['top', 'root', 'run_0'],
    ['low', 'root → writer → cleaner → sweeper', 'run_3'],
    ['lower', 'root → writer → cleaner → sweeper', 'run_3'],
  ]);
});

test('a decision goes to exactly the run that it is for, and the others go on waiting', () => {
  const state = revived(revived(stateOf()).approve('lower', { by: 'jo' }));
  expect(state.pending.map(({ id }) => id)).toEqual(['top', 'low']);
  expect(decisions(state)).toEqual(['run_3: approve lower']);
  const all = revived(state.reject('top')).edit('low', { table: 'tmp' });
  expect(all.pending).toEqual([]);
  expect(decisions(revived(all))).toEqual(['run_0: reject top', 'run_3: edit low', 'run_3: approve lower']);
});

test('all at once reaches every depth', () => {
  expect(decisions(stateOf().approve())).toEqual(['run_0: approve top', 'run_3: approve low', 'run_3: approve lower']);
});

test.each([
  ['twice', (state: RunState) => state.approve('low').approve('low'), 'APPROVAL_DECIDED'],
  ['of nothing that waits', (state: RunState) => state.approve('lowest'), 'APPROVAL_UNKNOWN'],
  [
    'for other arguments',
    (state: RunState) => state.decide([{ type: 'approve', id: 'low', scope: 'once', argsDigest: 'sha256:x' }]),
    'APPROVAL_MISMATCH',
  ],
])('a decision deep inside %s is refused', (_, decide, code) => {
  expect(() => decide(stateOf())).toThrow(expect.objectContaining({ code }));
});

test.each([
  ['at the root', (text: string) => text.replace('"args":{"table":"low"}', '"args":{"table":"harmless"}')],
  [
    'in the run inside',
    (text: string) => text.replace(/"args":\{"table":"low"\}(?!.*"args":\{"table":"low"\})/s, '"args":{"table":"payroll"}'),
  ],
])('a request that is shown otherwise than it waits, altered %s, is not approved', (_, alter) => {
  const whole = JSON.stringify(stateOf());
  const altered = alter(whole);
  expect(altered).not.toBe(whole);
  expect(() => RunState.parse(altered).approve('low')).toThrow(expect.objectContaining({ code: 'APPROVAL_MISMATCH' }));
});
