import { compileGlob, escapeGlob } from '../../registry/glob.js';

/**
 * Compiles a permitting pattern for commands that start others. Each part of such a command must be matched by its own part of
 * the pattern, which begins with the name of the started program: no star reaches from one part into the next. So
 * `timeout * npm test` covers `timeout 5` + `npm test`, and not `timeout 5` + `npm run x npm test`.
 */
export function compileParts(pattern: string): (parts: readonly string[]) => boolean {
  const words = splitAtBlanks(pattern);
  const globs = new Map<string, (text: string) => boolean>();
  const covers = (from: number, end: number, text: string): boolean => {
    const piece = words.slice(from, end).join(' ');
    let glob = globs.get(piece);
    if (glob === undefined) globs.set(piece, (glob = end === words.length ? compileEnding(piece) : compileGlob(piece)));
    return glob(text);
  };
  return (parts) => {
    let froms: readonly number[] = [0];
    for (const [at, text] of parts.entries()) {
      if (at > 0) froms = froms.filter((from) => words[from] === escapeGlob(text.split(' ', 1)[0] ?? ''));
      if (at === parts.length - 1) return froms.some((from) => covers(from, words.length, text));
      froms = words.flatMap((_word, end) => (froms.some((from) => from < end && covers(from, end, text)) ? [end] : []));
    }
    return false;
  };
}

/** A pattern that ends in ` *` also covers the command without arguments. */
function compileEnding(piece: string): (text: string) => boolean {
  const whole = compileGlob(piece);
  if (!piece.endsWith(' *')) return whole;
  const bare = compileGlob(piece.slice(0, -2));
  return (text) => whole(text) || bare(text);
}

/** A blank in a set of characters divides nothing. */
function splitAtBlanks(pattern: string): readonly string[] {
  const words = [''];
  for (const token of pattern.match(/\[[!^]?[^][^\]]*\]|[^]/gu) ?? []) {
    if (token === ' ') words.push('');
    else words.push(`${words.pop() ?? ''}${token}`);
  }
  return words;
}
