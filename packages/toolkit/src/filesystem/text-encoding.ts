/** How the bytes of a text file become characters. Offsets are bytes and never fall into a character. */
export interface TextEncoding {
  readonly name: 'UTF-8' | 'UTF-16LE' | 'UTF-16BE';
  /** Bytes of the mark at the start of the file, which is no part of the text. */
  readonly markBytes: number;
  /** Bytes of a line feed. */
  readonly unit: 1 | 2;
  /** Index of the next line feed from `from` on; -1 if there is none. */
  indexOfLineFeed(bytes: Buffer, from: number): number;
  /** Length of the character at `at` and what it takes to show it, in bytes of UTF-8. What cannot be decoded is one character. */
  measure(bytes: Buffer, at: number, end: number): { readonly length: number; readonly shown: number };
  decode(bytes: Buffer): string;
}

/** The encoding that the first bytes of a text file tell: by its mark, else UTF-8. */
export function encodingOf(start: Uint8Array): TextEncoding {
  const [first, second, third] = start;
  if (first === 0xff && second === 0xfe) return utf16('UTF-16LE');
  if (first === 0xfe && second === 0xff) return utf16('UTF-16BE');
  return utf8(first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0);
}

/** The end of what can be shown of `bytes` from `from` on in so many bytes of UTF-8: at most `end`, never inside a character. */
export function fitText(
  encoding: TextEncoding,
  bytes: Buffer,
  range: { readonly from: number; readonly end: number },
  maxShown: number,
): number {
  let at = range.from;
  for (let left = maxShown; at < range.end;) {
    const { length, shown } = encoding.measure(bytes, at, range.end);
    if (shown > left) break;
    at += length;
    left -= shown;
  }
  return at;
}

function utf8(markBytes: number): TextEncoding {
  return {
    name: 'UTF-8',
    markBytes,
    unit: 1,
    indexOfLineFeed: (bytes, from) => bytes.indexOf(0x0a, from),
    measure: measureUtf8,
    decode: (bytes) => bytes.toString('utf8'),
  };
}

/** As decoders do it (WHATWG): the longest beginning of a character that goes wrong is one replacement, of three bytes. */
function measureUtf8(bytes: Buffer, at: number, end: number): { length: number; shown: number } {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return { length: 1, shown: 1 };
  const wanted = lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 1;
  let length = 1;
  while (length < wanted && at + length < end && continues(lead, length, bytes[at + length] ?? 0)) length += 1;
  return { length, shown: length === wanted && wanted > 1 ? wanted : 3 };
}

function continues(lead: number, index: number, byte: number): boolean {
  const low = index > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = index > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  return byte >= low && byte <= high;
}

function utf16(name: 'UTF-16LE' | 'UTF-16BE'): TextEncoding {
  const low = name === 'UTF-16LE' ? 0 : 1;
  const unitAt = (bytes: Buffer, at: number): number => (bytes[at + low] ?? 0) | ((bytes[at + 1 - low] ?? 0) << 8);
  const decoder = new TextDecoder(name.toLowerCase(), { ignoreBOM: true });
  return {
    name,
    markBytes: 2,
    unit: 2,
    indexOfLineFeed: (bytes, from) => {
      for (let at = bytes.indexOf(0x0a, from); at !== -1; at = bytes.indexOf(0x0a, at + 1)) {
        const start = at - low;
        if (start >= from && (start - from) % 2 === 0 && start + 1 < bytes.length && unitAt(bytes, start) === 0x0a) return start;
      }
      return -1;
    },
    measure: (bytes, at, end) => {
      if (at + 1 >= end) return { length: end - at, shown: 3 };
      const unit = unitAt(bytes, at);
      const isHigh = unit >= 0xd800 && unit < 0xdc00;
      if (isHigh && at + 3 < end && (unitAt(bytes, at + 2) & 0xfc00) === 0xdc00) return { length: 4, shown: 4 };
      // Decoders make one replacement of half a pair and half a unit at the end.
      if (isHigh && at + 3 === end) return { length: 3, shown: 3 };
      return { length: 2, shown: unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3 };
    },
    decode: (bytes) => decoder.decode(bytes),
  };
}
