/** Words of a line as a shell reads plain words and quotes, and whether the last quote is still open. */
export interface SplitLine {
  readonly words: readonly string[];
  readonly open: boolean;
}

/** One piece of a line: blanks, what stands in quotes, a character behind a backslash, or anything else. */
const PIECE =
  /(?<blank>\s+)|'(?<single>[^']*)(?<closed1>'?)|"(?<double>(?:[^"\\]|\\.)*)(?<closed2>"?)|\\(?<escaped>.)|(?<plain>[^\s'"\\]+|\\$)/gsu;

/** Splits a line at blanks. Quotes keep blanks together, and a backslash the next character, but in single quotes. */
export function splitWords(line: string): SplitLine {
  const words: string[] = [];
  let word: string | undefined;
  let open = false;
  for (const { groups = {} } of line.matchAll(PIECE)) {
    const { blank, single, double, escaped, plain, closed1, closed2 } = groups;
    if (blank !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    word = (word ?? '') + (single ?? double?.replace(/\\(.)/gsu, '$1') ?? escaped ?? plain ?? '');
    open ||= closed1 === '' || closed2 === '';
  }
  return { words: word === undefined ? words : [...words, word], open };
}
