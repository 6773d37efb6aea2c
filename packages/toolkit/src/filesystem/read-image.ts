import { ToolFailure, type WorkspaceFile } from '@tackroom/core';
import { formatNumber } from '../format-number.js';

/** What providers take for one image. */
const MAX_IMAGE_BYTES = 5_000_000;

const TYPES: readonly (readonly [mediaType: string, pattern: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/** An image as a content block holds it: base64. */
export interface ReadImage {
  readonly mediaType: string;
  readonly data: string;
}

/** The image that a file is, by its first bytes; undefined when it is none. Rejects with `FILE_TOO_LARGE`. */
export async function readImage(file: WorkspaceFile, start: Uint8Array): Promise<ReadImage | undefined> {
  const head = Buffer.from(start.subarray(0, 16)).toString('latin1');
  const mediaType = TYPES.find(([, pattern]) => pattern.test(head))?.[0];
  if (mediaType === undefined) return undefined;
  if (file.size > MAX_IMAGE_BYTES) {
    const message = `The image has ${formatNumber(file.size)} bytes; at most ${formatNumber(MAX_IMAGE_BYTES)} can be shown.`;
    throw new ToolFailure(message, { code: 'FILE_TOO_LARGE' });
  }
  return { mediaType, data: Buffer.from(await file.read(0, file.size)).toString('base64') };
}
