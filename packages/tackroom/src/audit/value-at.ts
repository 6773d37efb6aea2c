/** A piece of a text: where a value begins and ends, and where reading goes on after it. */
export interface ValueSpan {
  readonly from: number;
  readonly to: number;
  readonly next: number;
}

/** How a value that is not quoted ends. */
export type BareEnd = 'word' | 'query' | 'argument' | 'line';

const OPENER = /[bBfFrRuU]?(\\{0,8})(["'`])|%2[27]|&quot;/y;
/** What quotes could hold; a longer value ends with its line. */
const MAX_QUOTED = 20_000;
const MAX_BARE = 8_192;

const ENDS: Readonly<Record<BareEnd, RegExp>> = {
  word: /[\s"'`,;&|<>{}[\]]|\\[nrt"'\\]|%2[267C]|%7D/gi,
  query: /[\s"'`,;&|<>{}[\]#]|\\[nrt"'\\]|%2[2367C]|%7D/gi,
  argument: /[\s"'`;&|<>]|\\["']/g,
  line: /["'`\r\n]|\\[nr"'\\]/g,
};

/**
 * The value that begins at an index: what stands between quotes, escaped ones and percent-encoded ones too, or what is not
 * quoted up to where it ends. Outside of all quotes a shell takes pieces without a blank between them as one word.
 */
export function valueAt(text: string, at: number, { end, isOutside }: { readonly end: BareEnd; readonly isOutside: boolean }): ValueSpan {
  const quoted = quotedAt(text, at);
  if (quoted === undefined) {
    const to = bareEnd(text, at, end);
    return isOutside && to > at && /["']/.test(text[to] ?? '')
      ? extended(text, at, { from: at, to, next: to })
      : { from: at, to, next: to };
  }
  return isOutside && !quoted.isEscaped ? extended(text, at, quoted) : quoted;
}

function quotedAt(text: string, at: number): (ValueSpan & { readonly isEscaped: boolean }) | undefined {
  OPENER.lastIndex = at;
  const match = OPENER.exec(text);
  if (match === null) return undefined;
  const [opener, slashes = '', quote = opener] = match;
  const from = at + opener.length;
  const limit = Math.min(text.length, from + MAX_QUOTED);
  for (let index = text.indexOf(quote, from); index !== -1 && index < limit; index = text.indexOf(quote, index + 1)) {
    if (quote.length > 1) return { from, to: index, next: index + quote.length, isEscaped: true };
    let before = 0;
    while (index - before > from && text[index - before - 1] === '\\') before += 1;
    // In single quotes of a shell a backslash is itself.
    if (quote === "'" && slashes === '') before = 0;
    // With fewer backslashes a quote further out ends here.
    if (before <= slashes.length)
      return { from, to: index - before, next: index + (before === slashes.length ? 1 : -before), isEscaped: slashes !== '' };
  }
  const to = lineEnd(text, from, limit);
  return { from, to, next: to, isEscaped: true };
}

/** With further pieces of the same word, which has its quotes in it then: `'it'\''s'`. */
function extended(text: string, at: number, first: ValueSpan): ValueSpan {
  let { to, next } = first;
  for (let pieces = 0; pieces < 64; pieces += 1) {
    const start = text.startsWith("\\'", next) || text.startsWith('\\"', next) ? next + 2 : next;
    const more = /["']/.test(text[start] ?? '') ? quotedAt(text, start) : undefined;
    const end = more?.next ?? (start > next || /[\w$!@#%^*+=./-]/.test(text[start] ?? '') ? bareEnd(text, start, 'argument') : start);
    if (end === next) break;
    to = end;
    next = end;
  }
  return next === first.next ? first : { from: at, to, next };
}

function bareEnd(text: string, from: number, end: BareEnd): number {
  const pattern = ENDS[end];
  const piece = text.slice(from, from + MAX_BARE);
  pattern.lastIndex = 0;
  const match = pattern.exec(piece);
  return from + (match === null ? piece.length : match.index);
}

function lineEnd(text: string, from: number, limit: number): number {
  const feed = text.indexOf('\n', from);
  return feed === -1 || feed > limit ? limit : feed;
}
