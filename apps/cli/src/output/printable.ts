/** What could move the cursor, colour, hide or reorder text: controls but tab and newline, and bidirectional controls. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text of a model, a tool or a file as a terminal may show it: control characters are written as `\xNN` and `\uNNNN`, so
 * that what is shown cannot pose as something else.
 */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNSAFE, (character) => {
    if (character === '\n' || character === '\t') return character;
    const code = character.charCodeAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}
