import { ToolFailure } from '@tackroom/core';
import { formatNumber } from '../format-number.js';

/** Text of a model as the bytes of a file. Throws `ToolFailure` `FILE_TEXT_INVALID` or `FILE_TOO_LARGE`. */
export function encodeText(parameter: string, text: string, maxBytes: number): Uint8Array {
  mustBeWellFormed(parameter, text);
  const bytes = Buffer.from(text);
  mustFit(`${parameter} has`, bytes.length, maxBytes);
  return bytes;
}

/** Half a surrogate pair is no character: written, it would become another one without notice. */
export function mustBeWellFormed(parameter: string, text: string): void {
  if (text.isWellFormed()) return;
  const message = `${parameter} holds half a surrogate pair (\\ud800 to \\udfff on its own), which no file can hold. Write the whole character.`;
  throw new ToolFailure(message, { code: 'FILE_TEXT_INVALID' });
}

/** Refuses more bytes than the bound. */
export function mustFit(what: string, bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  const message = `${what} ${formatNumber(bytes)} bytes; at most ${formatNumber(maxBytes)} can be written at once. Split it into smaller files.`;
  throw new ToolFailure(message, { code: 'FILE_TOO_LARGE' });
}
