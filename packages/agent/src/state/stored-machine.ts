import type { CallState, MachineState, RunRules } from '../run/machine-state.js';
import { NO_REPETITION } from '../run/repetition.js';
import type { RunStateData, StoredCall, StoredRecovery } from './run-state-data.js';

/** The machine's share of a stored run. */
export function storeMachine(state: MachineState): Pick<RunStateData, 'step' | 'recovery' | 'usage' | 'calls' | 'text'> {
  const { replyTokens, ...counts } = state.recovery;
  const recovery: StoredRecovery = replyTokens === undefined ? counts : { ...counts, replyTokens };
  return { step: state.step, recovery, usage: state.usage, text: state.text, calls: state.calls.map(storeCall) };
}

/** The machine of a stored run, paused where it stopped. */
export function restoreMachine(data: RunStateData, rules: RunRules): MachineState {
  return {
    phase: 'paused',
    rules,
    step: data.step,
    lastRequest: false,
    recovery: { ...data.recovery, replyTokens: data.recovery.replyTokens },
    usage: data.usage,
    calls: data.calls.map(restoreCall),
    repetition: NO_REPETITION,
    text: data.text,
    stopping: undefined,
    end: undefined,
  };
}

function storeCall(call: CallState): StoredCall {
  const { status, damaged, lane, decision, childState, result, asking: _, ...plain } = call;
  if (status === 'proposed' || status === 'started') throw new Error(`A call in state ${status} cannot be stored.`);
  return {
    ...plain,
    status,
    ...(damaged === undefined ? {} : { damaged }),
    ...(lane === undefined ? {} : { lane }),
    ...(decision === undefined ? {} : { decision }),
    ...(childState === undefined ? {} : { childState }),
    ...(result === undefined ? {} : { result }),
  };
}

function restoreCall(call: StoredCall): CallState {
  return {
    status: call.status,
    callId: call.callId,
    providerCallId: call.providerCallId,
    name: call.name,
    args: call.args,
    damaged: call.damaged,
    toolCallId: call.toolCallId,
    toolName: call.toolName,
    lane: call.lane,
    pending: call.pending,
    asking: 'done',
    decision: call.decision,
    childState: call.childState,
    result: call.result,
  };
}
