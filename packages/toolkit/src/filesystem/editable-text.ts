import { isUtf8 } from 'node:buffer';
import { ToolFailure } from '@tackroom/core';
import { formatNumber } from '../format-number.js';
import { binaryKind } from './binary-kind.js';
import { findAll } from './find-all.js';
import { encodingOf, type TextEncoding } from './text-encoding.js';

/** Bytes that are copied one by one. */
const SHORT = 32;

/**
 * The bytes of a text file that can be decoded without loss, so that what an edit does not touch stays as it is: byte order
 * mark, line ends, everything.
 */
export class EditableText {
  private constructor(
    readonly bytes: Buffer,
    private readonly encoding: TextEncoding,
  ) {}

  /** Throws `ToolFailure` `FILE_BINARY` or `FILE_UNDECODABLE` for what is no text. `name` is for messages. */
  static of(bytes: Buffer, name: string): EditableText {
    const kind = binaryKind(bytes.subarray(0, 8_192));
    if (kind !== undefined) {
      throw new ToolFailure(`${name} is ${kind} (${formatNumber(bytes.length)} bytes), not text.`, { code: 'FILE_BINARY' });
    }
    const encoding = encodingOf(bytes);
    if (!isSound(bytes, encoding)) {
      const message = `${name} is not valid ${encoding.name.slice(0, 6)}, so it cannot be edited without damage. It was not changed.`;
      throw new ToolFailure(message, { code: 'FILE_UNDECODABLE' });
    }
    return new EditableText(bytes, encoding);
  }

  /** The text without its byte order mark. */
  text(): string {
    return this.encoding.decode(this.bytes.subarray(this.encoding.markBytes));
  }

  encode(text: string): Buffer {
    switch (this.encoding.name) {
      case 'UTF-8':
        return Buffer.from(text);
      case 'UTF-16LE':
        return Buffer.from(text, 'utf16le');
      case 'UTF-16BE':
        return Buffer.from(text, 'utf16le').swap16();
    }
  }

  /** Where `wanted` begins, every place, overlapping ones included; at most `limit`. */
  places(wanted: Buffer, limit: number): Uint32Array {
    return findAll(this.bytes, wanted, { unit: this.encoding.unit, limit });
  }

  /** The lines, from 1, on which these places lie; places in ascending order. */
  linesOf(places: Uint32Array): readonly number[] {
    let line = 1;
    // Looked for once for each line, not for each place: a line may hold millions of places.
    let feed = this.encoding.indexOfLineFeed(this.bytes, 0);
    return Array.from(places, (place) => {
      while (feed !== -1 && feed < place) {
        line += 1;
        feed = this.encoding.indexOfLineFeed(this.bytes, feed + this.encoding.unit);
      }
      return line;
    });
  }

  /** The same text with other bytes at these places, which do not overlap. */
  splice(places: Uint32Array, length: number, replacement: Buffer): EditableText {
    // Written into place: parts to be joined cost a hundred bytes for each place, of which there may be millions.
    const after = Buffer.allocUnsafe(this.bytes.length + places.length * (replacement.length - length));
    let from = 0;
    let to = 0;
    for (const place of places) {
      // A call of the system for each of a million short pieces takes longer than their bytes.
      if (place - from > SHORT) to += this.bytes.copy(after, to, from, place);
      else while (from < place) after[to++] = this.bytes[from++] ?? 0;
      if (replacement.length > SHORT) to += replacement.copy(after, to);
      else for (let index = 0; index < replacement.length; index += 1) after[to++] = replacement[index] ?? 0;
      from = place + length;
    }
    this.bytes.copy(after, to, from);
    return new EditableText(after, this.encoding);
  }
}

function isSound(bytes: Buffer, encoding: TextEncoding): boolean {
  if (encoding.name === 'UTF-8') return isUtf8(bytes);
  try {
    new TextDecoder(encoding.name.toLowerCase(), { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
