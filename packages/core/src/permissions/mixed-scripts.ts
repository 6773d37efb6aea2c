/** Scripts whose letters are taken for Latin ones. */
const LOOKALIKES = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee'].map((script) => ({
  script,
  has: new RegExp(`\\p{Script=${script}}`, 'u'),
}));
const LATIN = /\p{Script=Latin}/u;
const WORD = /[\p{L}\p{M}]+/gu;
const IS_ASCII = /^[\0-\x7f]*$/;

/** A word whose letters are of Latin and of a script that looks like it. */
export interface MixedWord {
  readonly word: string;
  readonly script: string;
}

/**
 * The words of a text that mix Latin letters with others which look the same, each once: `pаypal` with a Cyrillic `а`. A word that is
 * wholly of another script is not among them, since it may just be a word of that language.
 */
export function mixedWords(text: string): readonly MixedWord[] {
  if (IS_ASCII.test(text)) return [];
  const words = new Set((text.match(WORD) ?? []).filter((word) => LATIN.test(word)));
  return [...words].flatMap((word) => LOOKALIKES.flatMap(({ script, has }) => (has.test(word) ? [{ word, script }] : [])));
}
