import type { ContentBlock } from '../contracts/content.js';
import { sliceStart } from './bound-text.js';

/** Bound on the base64 text of one block: about 5 MB of bytes, what providers take for one image. */
const MAX_BLOCK_CHARS = 7_000_000;
/** The same for all blocks of one result. */
const MAX_DATA_CHARS = 4 * MAX_BLOCK_CHARS;
const MAX_BLOCKS = 100;
const MAX_NAME_CHARS = 2_000;

/** Whether a handler's value is a list of content blocks and nothing else. */
export function isContentBlocks(value: unknown): value is readonly ContentBlock[] {
  // The first one decides for almost every list, and `every` would pass over holes.
  return Array.isArray(value) && isContentBlock(value[0]) && !value.includes(undefined) && value.every(isContentBlock);
}

function isContentBlock(value: unknown): value is ContentBlock {
  if (typeof value !== 'object' || value === null) return false;
  const block = value as Record<string, unknown>;
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string' && Object.keys(block).length === 2;
    case 'image':
    case 'audio':
    case 'file':
      return typeof block['data'] === 'string' && typeof block['mediaType'] === 'string';
    case 'resource-link':
      return typeof block['uri'] === 'string';
    default:
      return false;
  }
}

/**
 * The blocks as they may enter a transcript: new objects of known members only, bounded in size and number. A block that
 * a provider would refuse (too large, not base64, an image whose bytes are not what its type says) becomes a text note:
 * kept, it would make every later request fail.
 */
export function soundBlocks(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  const sound: ContentBlock[] = [];
  let dataLeft = MAX_DATA_CHARS;
  for (const block of blocks) {
    if (sound.length === MAX_BLOCKS) return [...sound, note(`${blocks.length - MAX_BLOCKS} more blocks left out`)];
    const made = soundBlock(block, dataLeft);
    if ('data' in made) dataLeft -= made.data.length;
    sound.push(made);
  }
  return sound;
}

function soundBlock(block: ContentBlock, dataLeft: number): ContentBlock {
  if (block.type === 'text') return { type: 'text', text: block.text.toWellFormed() };
  if (block.type === 'resource-link') {
    return { type: 'resource-link', uri: short(block.uri), ...member('name', block.name), ...member('mediaType', block.mediaType) };
  }
  const { type, data } = block;
  const mediaType = short(block.mediaType);
  const what = `${type} (${mediaType})`;
  const limit = Math.min(MAX_BLOCK_CHARS, dataLeft);
  if (data.length > limit) return note(`${what} left out: ${data.length} base64 characters are over the bound of ${limit}`);
  if (!isBase64(data)) return note(`${what} left out: its data is not base64`);
  if (type === 'file') return { type, mediaType, data, ...member('filename', block.filename) };
  if (type === 'audio') return { type, mediaType, data };
  const actual = imageType(data);
  if (actual === undefined) return note(`${what} left out: its bytes are no PNG, JPEG, GIF or WebP image`);
  return actual === mediaType ? { type, mediaType: actual, data } : note(`${what} left out: its bytes are ${actual}`);
}

/** A name, a type or an address: on one line, well-formed, of a bearable length. */
function short(text: string): string {
  return sliceStart(text, MAX_NAME_CHARS).toWellFormed().replace(/\s+/g, ' ');
}

function member<K extends string>(key: K, text: unknown): { readonly [P in K]?: string } {
  return (typeof text === 'string' ? { [key]: short(text) } : {}) as { readonly [P in K]?: string }; // a computed key widens to string
}

function note(text: string): ContentBlock {
  return { type: 'text', text: `[${text}]` };
}

function isBase64(data: string): boolean {
  return data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
}

function imageType(data: string): string | undefined {
  const head = Buffer.from(data.slice(0, 32), 'base64');
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg';
  const text = head.toString('latin1');
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' ? 'image/webp' : undefined;
}
