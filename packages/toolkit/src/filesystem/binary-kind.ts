const KINDS: readonly (readonly [kind: string, offset: number, bytes: string])[] = [
  ['a PNG image', 0, '\x89PNG\r\n\x1a\n'],
  ['a JPEG image', 0, '\xff\xd8\xff'],
  ['a GIF image', 0, 'GIF87a'],
  ['a GIF image', 0, 'GIF89a'],
  ['a WebP image', 8, 'WEBPVP8'],
  ['a TIFF image', 0, 'II*\0'],
  ['a TIFF image', 0, 'MM\0*'],
  ['a PDF document', 0, '%PDF-'],
  ['a ZIP archive', 0, 'PK\x03\x04'],
  ['gzip data', 0, '\x1f\x8b\x08'],
  ['bzip2 data', 4, '1AY&SY'],
  ['xz data', 0, '\xfd7zXZ\0'],
  ['a 7-Zip archive', 0, "7z\xbc\xaf'\x1c"],
  ['an ELF program', 0, '\x7fELF'],
  ['a WebAssembly module', 0, '\0asm'],
  ['a SQLite database', 0, 'SQLite format 3\0'],
  ['Java bytecode', 0, '\xca\xfe\xba\xbe'],
  ['an MP4 file', 4, 'ftyp'],
  ['an Ogg file', 0, 'OggS\0'],
  ['text in UTF-32', 0, '\xff\xfe\0\0'],
  ['text in UTF-32', 0, '\0\0\xfe\xff'],
];

/** What kind of binary file begins like this; undefined for what may be text. A NUL byte makes it binary of no known kind. */
export function binaryKind(start: Uint8Array): string | undefined {
  const text = Buffer.from(start).toString('latin1');
  const known = KINDS.find(([, offset, bytes]) => text.startsWith(bytes, offset));
  if (known !== undefined) return known[0];
  const isUtf16 = text.startsWith('\xff\xfe') || text.startsWith('\xfe\xff');
  return text.includes('\0') && !isUtf16 ? 'a binary file' : undefined;
}
