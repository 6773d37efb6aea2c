import type { CallState, MachineState, RunRules } from '../run/machine-state.js';
import type { RunStateData, StoredCall, StoredRecovery } from './run-state-data.js';

/** The machine's share of a stored run. */
export function storeMachine(state: MachineState): Pick<RunStateData, 'step' | 'recovery' | 'usage' | 'calls' | 'text' | 'answer'> {
  const { replyTokens, ...counts } = state.recovery;
  const recovery: StoredRecovery = replyTokens === undefined ? counts : { ...counts, replyTokens };
  const { step, usage, text, answer } = state;
  return { step, recovery, usage, text, ...(answer === undefined ? {} : { answer }), calls: state.calls.map(storeCall) };
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
    repetition: undefined,
    text: data.text,
    answer: data.answer,
    stopping: undefined,
    end: undefined,
  };
}

function storeCall(call: CallState): StoredCall {
  const { status, lane, place, pending, decision, childState, result } = call;
  const { damaged, parsed: _parsed, ...proposal } = call.proposal;
  if (status === 'proposed' || status === 'started') throw new Error(`A call in state ${status} cannot be stored.`);
  return {
    status,
    ...proposal,
    pending,
    ...(damaged === undefined ? {} : { damaged }),
    ...(lane === undefined ? {} : { lane }),
    ...(place === undefined ? {} : { place }),
    ...(decision === undefined ? {} : { decision }),
    ...(childState === undefined ? {} : { childState }),
    ...(result === undefined ? {} : { result }),
  };
}

function restoreCall(call: StoredCall): CallState {
  const { status, lane, place, pending, decision, childState, result } = call;
  const { callId, providerCallId, name, args, damaged, moves, toolCallId, toolName } = call;
  const proposal = { callId, providerCallId, name, args, parsed: undefined, damaged, toolCallId, toolName, ...(moves ? { moves } : {}) };
  return { status, proposal, lane, place, pending, asking: 'done', decision, childState, result };
}
