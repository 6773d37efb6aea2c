/**
 * Characters that change how text looks without being seen: controls, formats (bidirectional, zero-width), lone
 * surrogates, line and paragraph separators, private use, default-ignorable fillers, the braille blank, and every space
 * but the plain one. Marks that change what they stand on count too: those that strike through, underline or enclose it, marks on
 * nothing, which would join what stands before the text, and more than four on one letter. Accents and vowel signs stay.
 */
const UNSEEN =
  // eslint-disable-next-line no-misleading-character-class -- the marks are meant one by one
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|[\p{Me}\u0305\u0332-\u0338\u033f\u1ab0-\u1aff\u20d0-\u20ff\ufe20-\ufe2f]|(?<![\p{L}\p{N}\p{M}])\p{M}|(?<=\p{M}{4})\p{M}/gu;

/**
 * The text with every unseen character written as `\uXXXX` (two of them beyond U+FFFF). Inside a JSON string the result
 * still is JSON of the same value; elsewhere double the backslashes first if the text must be read back.
 */
export function escapeUnseen(text: string): string {
  // Looking for plain text first takes a tenth of the time, and most text is.
  return IS_PLAIN.test(text) ? text : text.replace(UNSEEN, escapeUnits);
}

const IS_PLAIN = /^[ -~]*$/;

/** The same for text of several lines that is shown as such: line ends and tabs stay. */
export function escapeUnseenLines(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/([\n\t])/)
    .map((part) => (part === '\n' || part === '\t' ? part : escapeUnseen(part)))
    .join('');
}

/** Whether a person sees anything of the text. */
export function hasSeen(text: string): boolean {
  return text.replace(UNSEEN, '').trim() !== '';
}

function escapeUnits(character: string): string {
  let escaped = '';
  for (let i = 0; i < character.length; i++) escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return escaped;
}
