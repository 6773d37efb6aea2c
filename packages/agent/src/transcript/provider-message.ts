import type { ContentBlock, FilePart, Message, ToolResultPart } from '@tackroom/core';
import type { ModelVersion } from '../model/language-model.js';
import { hasWords } from './has-words.js';

/**
 * A message as a model of `version` reads it: the very same object unless it holds files or result blocks, whose form
 * differs between the versions, or texts without words, which are left out.
 */
export function toProviderMessage(message: Message, version: ModelVersion): unknown {
  if (message.role === 'tool')
    return message.content.some(hasBlocks) ? { ...message, content: message.content.map((part) => toResult(part, version)) } : message;
  if (message.role === 'system' || message.content.every(isSentAsItIs)) return message;
  const sent = message.content.filter((part) => !isBlank(part));
  return { ...message, content: sent.map((part) => (part.type === 'file' ? toFile(part, version) : part)) };
}

type Part = Extract<Message, { role: 'user' | 'assistant' }>['content'][number];

function isSentAsItIs(part: Part): boolean {
  return part.type !== 'file' && !isBlank(part);
}

/** Models put white space before a call; the same providers refuse to be sent it. */
function isBlank(part: Part): boolean {
  return part.type === 'text' && !hasWords(part.text);
}

function hasBlocks(part: ToolResultPart): boolean {
  return part.output.type === 'content';
}

function toFile(part: FilePart, version: ModelVersion): unknown {
  const { data } = part;
  if (version === 'v4') return data.type === 'url' ? { ...part, data: { type: 'url', url: new URL(data.url) } } : part;
  return { ...part, data: data.type === 'url' ? new URL(data.url) : data.data };
}

function toResult(part: ToolResultPart, version: ModelVersion): unknown {
  if (part.output.type !== 'content') return part;
  return { ...part, output: { type: 'content', value: part.output.value.map((block) => toBlock(block, version)) } };
}

function toBlock(block: ContentBlock, version: ModelVersion): unknown {
  if (block.type === 'text') return { type: 'text', text: block.text };
  if (block.type === 'resource-link') return { type: 'text', text: block.name === undefined ? block.uri : `${block.name}: ${block.uri}` };
  if (block.type === 'file' && block.mediaType !== 'application/pdf') return { type: 'text', text: fileNote(block) };
  const { mediaType, data } = block;
  if (version === 'v2') return { type: 'media', mediaType, data };
  const filename = block.type === 'file' && block.filename !== undefined ? { filename: block.filename } : {};
  if (version === 'v4') return { type: 'file', mediaType, data: { type: 'data', data }, ...filename };
  return block.type === 'image' ? { type: 'image-data', mediaType, data } : { type: 'file-data', mediaType, data, ...filename };
}

/** Of the files that a result can hold providers take PDF alone; of another some refuse the request, and every later one. */
function fileNote({ filename, mediaType, data }: Extract<ContentBlock, { type: 'file' }>): string {
  return `[${filename ?? 'a file'}, ${mediaType}, ${Buffer.byteLength(data, 'base64')} bytes: not shown]`;
}
