import type { ContentBlock } from '../contracts/content.js';

/** Bound on the base64 text of one block: about 5 MB of bytes, what providers take for one image. */
const MAX_BLOCK_CHARS = 7_000_000;

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
 * A block that may enter a transcript. A block that a provider would refuse (too large, not base64, an image whose bytes
 * are not what its type says) becomes a text note: kept, it would make every later request fail.
 */
export function soundBlock(block: ContentBlock): ContentBlock {
  if (block.type === 'text') return block.text.isWellFormed() ? block : { type: 'text', text: block.text.toWellFormed() };
  if (block.type === 'resource-link') return block;
  const what = `${block.type} (${block.mediaType})`;
  if (block.data.length > MAX_BLOCK_CHARS)
    return note(`${what} left out: ${block.data.length} base64 characters are over the bound of ${MAX_BLOCK_CHARS}`);
  if (!isBase64(block.data)) return note(`${what} left out: its data is not base64`);
  if (block.type !== 'image') return block;
  const actual = imageType(block.data);
  if (actual === undefined) return note(`${what} left out: its bytes are no PNG, JPEG, GIF or WebP image`);
  return actual === block.mediaType ? block : note(`${what} left out: its bytes are ${actual}`);
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
