/** One token of JavaScript source. Comments and white space are left out; a template literal is one token. */
export interface SourceToken {
  readonly kind: 'word' | 'text' | 'number' | 'regex' | 'sign';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const SPACE = /(?:\s|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\/)+/y;
const WORD =
  /#?(?:[\p{ID_Start}$_]|\\u(?:[\da-fA-F]{4}|\{[\da-fA-F]+\}))(?:[\p{ID_Continue}$\u200c\u200d]|\\u(?:[\da-fA-F]{4}|\{[\da-fA-F]+\}))*/uy;
const NUMBER = /\.?\d[\w.]*/y;
const TEXT = /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"/y;
const REGEX = /\/(?:[^\\/[\n\r]|\\.|\[(?:[^\]\\\n\r]|\\.)*\])+\/[\p{ID_Continue}$]*/uy;
const SIGN = /=>|\.\.\.|[^]/uy;
/** Words after which a slash begins a regular expression and does not divide. */
const BEFORE_REGEX = new Set(['return', 'typeof', 'case', 'in', 'of', 'new', 'delete', 'void', 'throw', 'do', 'else', 'yield', 'await']);

/**
 * Splits JavaScript source, as `Function.prototype.toString` gives it, into tokens: enough to tell brackets that count
 * from those in strings, comments and regular expressions. It is not a parser, and never fails: what is unknown is a sign.
 */
export function* sourceTokens(source: string): Generator<SourceToken, void, undefined> {
  let at = 0;
  let before: SourceToken | undefined;
  for (;;) {
    at += match(SPACE, source, at)?.length ?? 0;
    if (at >= source.length) return;
    before = tokenAt(source, at, before);
    at = before.end;
    yield before;
  }
}

function tokenAt(source: string, start: number, before: SourceToken | undefined): SourceToken {
  const [kind, text] = readToken(source, start, before);
  return { kind, text, start, end: start + text.length };
}

function readToken(source: string, start: number, before: SourceToken | undefined): readonly [SourceToken['kind'], string] {
  const first = source[start] ?? '';
  if (first === '`') return ['text', source.slice(start, templateEnd(source, start + 1))];
  const pattern = first === '"' || first === "'" ? TEXT : /[\d.]/.test(first) ? NUMBER : WORD;
  const found = match(pattern, source, start);
  if (found !== undefined) return [pattern === TEXT ? 'text' : pattern === NUMBER ? 'number' : 'word', found];
  const regex = first === '/' && mayBeginRegex(before) ? match(REGEX, source, start) : undefined;
  return regex !== undefined ? ['regex', regex] : ['sign', match(SIGN, source, start) ?? first];
}

/** Where the template literal ends whose opening back-tick is before `from`. */
function templateEnd(source: string, from: number): number {
  let at = from;
  while (at < source.length) {
    const char = source[at];
    if (char === '`') return at + 1;
    if (char === '\\') at += 2;
    else if (char === '$' && source[at + 1] === '{') at = substitutionEnd(source, at + 2);
    else at += 1;
  }
  return source.length;
}

/** Where the `}` of a substitution ends, with braces and templates inside it. */
function substitutionEnd(source: string, from: number): number {
  let depth = 1;
  for (const token of sourceTokens(source.slice(from))) {
    if (token.text === '{') depth += 1;
    else if (token.text === '}') depth -= 1;
    if (depth === 0) return from + token.end;
  }
  return source.length;
}

function mayBeginRegex(before: SourceToken | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === 'word') return BEFORE_REGEX.has(before.text);
  return before.kind === 'sign' && ![')', ']', '}'].includes(before.text);
}

function match(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}
