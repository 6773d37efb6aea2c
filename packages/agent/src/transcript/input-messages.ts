import { HarnessError, type ContentBlock, type FilePart, type Message, type TextPart } from '@tackroom/core';
import { describe, partProblem } from './check-part.js';
import { hasWords } from './has-words.js';

/** A message as a caller may give it: text in place of a list with one text part. */
export type InputMessage = Message | { readonly role: 'user' | 'assistant'; readonly content: string };

/** A task: text, parts, or the messages of an earlier result and what follows them. */
export type RunInput = string | readonly ContentBlock[] | readonly InputMessage[];

/** What a run begins with. `foreign`: the messages were not made by the loop and may need repair before they are sent. */
export interface ReadInput {
  readonly messages: readonly Message[];
  readonly foreign: boolean;
}

const ROLES: readonly unknown[] = ['system', 'user', 'assistant', 'tool'];

/** Reads the input of a run. Throws `RUN_INPUT_INVALID` for anything that is neither text, parts nor messages. */
export function readInput(input: RunInput): ReadInput {
  if (typeof input === 'string' && !hasWords(input)) throw invalid('input', 'is empty; there is nothing to do');
  if (typeof input === 'string')
    return { messages: [{ role: 'user', content: [{ type: 'text', text: input.toWellFormed() }] }], foreign: false };
  if (!Array.isArray(input)) throw invalid('input', `is ${describe(input)}; give text, a list of parts, or a list of messages`);
  const items = input as readonly unknown[]; // a list of either kind, told apart by its items
  if (items.some(isMessageLike)) {
    const messages = items.map(readMessage);
    if (!messages.some(saysSomething)) throw invalid('input', 'holds no message that says anything; there is nothing to do');
    return { messages, foreign: true };
  }
  if (items.length === 0) throw invalid('input', 'is an empty list; there is nothing to do');
  const message: Message = { role: 'user', content: items.map((item, at) => readPart(item, `input[${at}]`)) };
  if (!saysSomething(message)) throw invalid('input', 'is empty; there is nothing to do');
  return { messages: [message], foreign: true };
}

function isMessageLike(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'role' in item;
}

function saysSomething({ role, content }: Message): boolean {
  if (role === 'system' || role === 'tool') return false;
  return (content as readonly { readonly type: string; readonly text?: string }[]).some(
    ({ type, text }) => type !== 'text' || hasWords(text ?? ''),
  );
}

function readMessage(item: unknown, at: number): Message {
  const where = `input[${at}]`;
  if (!isMessageLike(item)) throw invalid(where, `is ${describe(item)} among messages; give it a role`);
  const { role, content } = item as { readonly role: unknown; readonly content?: unknown };
  if (!ROLES.includes(role)) throw invalid(`${where}.role`, `is ${JSON.stringify(role)}; write one of ${ROLES.join(', ')}`);
  if (typeof content === 'string') {
    return role === 'system' ? { role, content } : ({ role, content: [{ type: 'text', text: content }] } as Message); // checked above
  }
  if (role === 'system' || !Array.isArray(content))
    throw invalid(`${where}.content`, `is ${describe(content)}; write text or a list of parts`);
  content.forEach((part: unknown, index) => checkPart(part, `${where}.content[${index}]`));
  return item as Message;
}

function checkPart(part: unknown, where: string): void {
  const problem = partProblem(part);
  if (problem !== undefined) throw invalid(where, problem);
}

function readPart(item: unknown, where: string): TextPart | FilePart {
  checkPart(item, where);
  const block = item as ContentBlock | FilePart; // what it claims to be; each kind is checked below
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'resource-link':
      return { type: 'text', text: block.name === undefined ? block.uri : `${block.name}: ${block.uri}` };
    case 'image':
    case 'audio':
    case 'file': {
      const data = typeof block.data === 'string' ? { type: 'data' as const, data: block.data } : block.data;
      const filename = 'filename' in block && block.filename !== undefined ? { filename: block.filename } : {};
      return { type: 'file', mediaType: block.mediaType, data, ...filename };
    }
    default:
      throw invalid(where, `has the unknown type ${JSON.stringify((block as { readonly type: unknown }).type)}`);
  }
}

function invalid(where: string, what: string): HarnessError {
  return new HarnessError('RUN_INPUT_INVALID', `${where} ${what}.`);
}
