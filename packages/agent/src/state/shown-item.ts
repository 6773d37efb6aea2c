import { escapeUnseenLines, sourceOf, type PendingItem } from '@tackroom/core';

/** What is shown of an item that was read from a stored state: of an approval what its arguments say, a question escaped once more. */
export function shownItem(item: PendingItem): PendingItem {
  if (item.kind === 'approval') return sourceOf(item);
  const question = escapeUnseenLines(item.question);
  const choices = item.choices.map(escapeUnseenLines);
  const isSame = question === item.question && choices.every((choice, at) => choice === item.choices[at]);
  // One that differs was altered: its digest no longer fits, so nobody can answer it.
  return isSame ? item : { ...item, question, choices };
}
