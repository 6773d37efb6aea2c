import type { Message, ToolResultPart } from '@tackroom/core';

/**
 * The message with a note at its end: a text of its own in a user's message, further words of the last result in a message
 * of results. Undefined for a message that nothing may be added to: what the assistant said is its own.
 */
export function withNote(message: Message, note: string): Message | undefined {
  if (message.role === 'user') return { ...message, content: [...message.content, { type: 'text', text: note }] };
  if (message.role !== 'tool') return undefined;
  const last = message.content.at(-1);
  const noted = last === undefined ? undefined : resultWithNote(last, note);
  return noted === undefined ? undefined : { ...message, content: [...message.content.slice(0, -1), noted] };
}

function resultWithNote(part: ToolResultPart, note: string): ToolResultPart | undefined {
  const { output } = part;
  switch (output.type) {
    case 'content':
      return { ...part, output: { ...output, value: [...output.value, { type: 'text', text: note }] } };
    case 'text':
    case 'error-text':
      return { ...part, output: { ...output, value: output.value === '' ? note : `${output.value}\n\n${note}` } };
    default:
      return undefined; // an output that somebody else's transcript brought
  }
}
