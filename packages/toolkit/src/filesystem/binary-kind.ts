/** How files of each kind begin, a character for each byte. */
const KINDS: readonly (readonly [kind: string, start: RegExp])[] = [
  ['a PNG image', /^\x89PNG\r\n\x1a\n/],
  ['a JPEG image', /^\xff\xd8\xff/],
  ['a GIF image', /^GIF8[79]a/],
  ['a WebP image', /^RIFF[^]{4}WEBPVP8/],
  ['a TIFF image', /^(?:II\*\0|MM\0\*)/],
  ['a PDF document', /^%PDF-/],
  ['a ZIP archive', /^PK\x03\x04/],
  ['gzip data', /^\x1f\x8b\x08/],
  ['bzip2 data', /^BZh[1-9]1AY&SY/],
  ['xz data', /^\xfd7zXZ\0/],
  ['a 7-Zip archive', /^7z\xbc\xaf'\x1c/],
  ['an ELF program', /^\x7fELF/],
  ['a WebAssembly module', /^\0asm/],
  ['a SQLite database', /^SQLite format 3\0/],
  ['Java bytecode', /^\xca\xfe\xba\xbe/],
  ['an MP4 file', /^\0[^]{3}ftyp/],
  ['an Ogg file', /^OggS\0/],
  ['text in UTF-32', /^(?:\xff\xfe\0\0|\0\0\xfe\xff)/],
];

/** Kinds whose beginning a text can have, too. */
const WORDS: readonly string[] = ['a GIF image', 'a PDF document'];

/** What kind of binary file begins like this; undefined for what may be text. A NUL byte makes it binary of no known kind. */
export function binaryKind(start: Uint8Array): string | undefined {
  const text = Buffer.from(start).toString('latin1');
  const known = KINDS.find(([, pattern]) => pattern.test(text));
  if (known !== undefined && !(WORDS.includes(known[0]) && isText(start))) return known[0];
  const isUtf16 = text.startsWith('\xff\xfe') || text.startsWith('\xfe\xff');
  return text.includes('\0') && !isUtf16 ? 'a binary file' : undefined;
}

/** Whether it is all characters that texts are made of; the last may be cut. */
function isText(start: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(start, { stream: true });
  return !/[\ufffd\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
}
