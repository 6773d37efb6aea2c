import { isUtf8 } from 'node:buffer';

/**
 * A name or the target of a link as a string. Bytes that are not UTF-8 become lone surrogates, U+DC80 to U+DCFF, which no
 * decoded text has: so no name is lost, and {@link toBytes} gives the same bytes back.
 */
export function nameOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : String.fromCharCode(0xdc00 + byte))).join('');
}

/** What the file system takes for a path of such names. */
export function toBytes(path: string): string | Buffer {
  if (!ESCAPED.test(path)) return path;
  const pieces = path.split(/([\udc80-\udcff])/u);
  return Buffer.concat(pieces.map((piece) => (ESCAPED.test(piece) ? Buffer.of(piece.charCodeAt(0) - 0xdc00) : Buffer.from(piece))));
}

// With `u` a surrogate of a pair is not one.
const ESCAPED = /[\udc80-\udcff]/u;

/** A path on one line, for a person: quoted and escaped if it has anything but plain characters. */
export function shownName(path: string): string {
  if (!/[\p{C}\p{Zl}\p{Zp}"\\]|^\s|\s$|^$/u.test(path)) return path;
  return JSON.stringify(path)
    .replace(/\\udc([89a-f][\da-f])/g, '\\x$1')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
      Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
    );
}
