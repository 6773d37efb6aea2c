import type { PendingItem, RunState } from 'tackroom';
import { printable } from '../output/printable.js';

/** What a line after `/approve` or `/reject` decided, or why it decided nothing. */
export type Decided = { readonly state: RunState } | { readonly problem: string };

/** Requests that wait for approval. */
function waitingApprovals(state: RunState | undefined): readonly PendingItem[] {
  return (state?.pending ?? []).filter(({ kind }) => kind === 'approval');
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
  const questions = state.pending.flatMap((item) =>
    item.kind === 'question' ? [`? ${printable(item.question)}${choicesText(item.choices)}`] : [],
  );
  return [...approvals, ...questions].join('\n');
}

/** What a person may write about what waits. */
export function waysToDecide(state: RunState): string {
  const kinds = new Set(state.pending.map(({ kind }) => kind));
  const approval = kinds.has('approval') ? ['/approve runs it, /reject refuses it.'] : [];
  return [...approval, ...(kinds.has('question') ? ['/answer TEXT answers the question.'] : [])].join(' ');
}

/** Suggested answers behind a question. */
function choicesText(choices: readonly string[]): string {
  return choices.length === 0 ? '' : ` (${choices.map(printable).join(', ')})`;
}
