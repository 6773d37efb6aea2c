import type { PendingItem, Question, RunState } from 'tackroom';
import { goByNumber } from '../approve/read-choice.js';
import { printable } from '../output/printable.js';

/** What a line after `/approve` or `/reject` decided, or why it decided nothing. */
export type Decided = { readonly state: RunState } | { readonly problem: string };

/** Requests that wait for approval. */
function waitingApprovals(state: RunState | undefined): readonly PendingItem[] {
  return (state?.pending ?? []).filter(({ kind }) => kind === 'approval');
}

/** Questions that wait for an answer. */
export function waitingQuestions(state: RunState | undefined): readonly Question[] {
  return (state?.pending ?? []).filter((item) => item.kind === 'question');
}

/**
 * Decides what waits: `N` is one of the listed requests, `all` each of them, and nothing the only one. `decide` is given
 * the id, or undefined for all.
 */
export function decideWaiting(
  state: RunState | undefined,
  which: string,
  decide: (state: RunState, id: string | undefined) => RunState,
): Decided {
  const waiting = waitingApprovals(state);
  if (state === undefined || waiting.length === 0) return { problem: 'No call waits for approval.' };
  if (which === 'all') return { state: decide(state, undefined) };
  if (which === '' && waiting.length > 1) return { problem: `Which one?\n${listWaiting(state)}\nWrite its number, or all.` };
  const item = waiting[which === '' ? 0 : Number(which) - 1];
  if (item === undefined) return { problem: `${JSON.stringify(which)} is none of the calls that wait:\n${listWaiting(state)}` };
  return { state: decide(state, item.id) };
}

/** The requests that wait, whole, with the numbers they go by. */
export function listWaiting(state: RunState): string {
  const approvals = waitingApprovals(state).map((item, at) => {
    const preview = item.kind === 'approval' && item.preview !== undefined ? `${item.preview.trimEnd()}\n` : '';
    const said = item.kind === 'approval' ? `${item.text}\n${preview}(${item.reason})` : '';
    return `${at + 1}. ${printable(said).replaceAll('\n', '\n   ')}`;
  });
  return [...approvals, ...waitingQuestions(state).map(questionLine)].join('\n');
}

/** What is left to be done after one decision. */
export function listLeft(state: RunState): string {
  const questions = waitingQuestions(state);
  const left = { call: waitingApprovals(state).length, question: questions.length };
  const isMixed = left.call > 0 && left.question > 0;
  const name = (kind: keyof typeof left): string => {
    const several = left[kind] > 1;
    return isMixed ? `the ${kind}${several ? 's' : ''}` : several ? 'them' : 'it';
  };
  const ways = [
    ...(left.call > 0 ? [`/approve or /reject ${name('call')}`] : []),
    ...(left.question > 0 ? [`/answer ${name('question')}`] : []),
  ];
  const count = state.pending.length;
  const line = `${count} more ${count === 1 ? 'waits' : 'wait'}: ${ways.join(', ')}, and the run goes on.`;
  return [line, ...questions.map(questionLine)].join('\n');
}

/** What a person may write about what waits. */
export function waysToDecide(state: RunState): string {
  const approval = waitingApprovals(state).length > 0 ? ['/approve runs it, /reject refuses it.'] : [];
  const questions = waitingQuestions(state);
  const first = questions.length > 1 ? 'first question' : 'question';
  const how = questions[0] !== undefined && goByNumber(questions[0].choices) ? 'TEXT, or the number of a choice,' : 'TEXT';
  return [...approval, ...(questions.length > 0 ? [`/answer ${how} answers the ${first}.`] : [])].join(' ');
}

/** A question with its suggested answers. */
function questionLine({ question, choices }: Question): string {
  const isNumbered = goByNumber(choices);
  const shown = choices.map((choice, at) => `${isNumbered ? `${at + 1}. ` : ''}${printable(choice)}`);
  return `? ${printable(question)}${shown.length === 0 ? '' : ` (${shown.join(', ')})`}`;
}
