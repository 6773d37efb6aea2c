/** Names that run, read or write something, wherever they stand; and those after which a slash may begin an expression. */
const ACTS: ReadonlySet<string> = new Set(['system', 'getline', 'close']);
const BEFORE_EXPRESSION: ReadonlySet<string> = new Set(
  'print printf return in else do case delete while if for getline length function func default exit'.split(' '),
);

const SPACE = /[ \t\n]+/y;
const COMMENT = /#[^\n\\]*(?=\n|$)/y;
const STRING = /"(?:\\[^\n]|[^"\\\n])*"/y;
/** Brackets that every awk reads alike: no slash, no quote of a bracket, nothing nested but a class. */
const REGEX = /\/(?:\\[^\n]|\[\^?(?:\[:[a-z]+:\]|[^[\]\\/\n])(?:\[:[a-z]+:\]|[^[\]\\/\n])*\]|[^[\]\\/\n])*\//y;
const NAME = /[A-Za-z_]\w*/y;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?![A-Za-z_])/y;
const COMPARISON = />=?(?!>)/y;
const OPERATOR = /\|\||&&|!~|\+\+|--|[-+*%^=!<~?:,;(){}[\]$/]/y;
/** Operators after which a slash begins an expression and is not a division. */
const BEFORE_REGEX = /^(?:|\(|,|\{|\}|;|!|~|!~|&&|\|\|)$/;

/**
 * Whether an awk program may write, run or read something besides its input. It may say so of a program that does not; of
 * one that does it never says no. A `>` compares unless `print` or `printf` stands before it in the same statement, and
 * whatever awks read in different ways counts as acting.
 */
export function awkActs(program: string): boolean {
  let before = '';
  let prints = false;
  for (let at = 0; at < program.length;) {
    const token = readToken(program, at, before);
    if (token === undefined) return true;
    const { kind, text } = token;
    at += text.length;
    if (kind === 'space') continue;
    if (kind === 'name' && ACTS.has(text)) return true;
    if (kind === 'comparison' && prints) return true;
    if (kind === 'name') prints ||= text === 'print' || text === 'printf';
    else if (/^[;{}]$/.test(text)) prints = false;
    before = kind === 'operator' ? text : kind === 'name' && BEFORE_EXPRESSION.has(text) ? 'keyword' : kind;
  }
  return false;
}

interface Token {
  readonly kind: 'space' | 'operand' | 'comparison' | 'name' | 'operator';
  readonly text: string;
}

const TOKENS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['space', SPACE],
  ['space', COMMENT],
  ['operand', STRING],
  ['operand', NUMBER],
  ['comparison', COMPARISON],
  ['name', NAME],
  ['operator', OPERATOR],
];

/** The token at a place; undefined where there is none, or where a slash may be a division as well as an expression. */
function readToken(program: string, at: number, before: string): Token | undefined {
  if (program[at] === '/') {
    if (!BEFORE_REGEX.test(before)) return /^(?:operand|name|\])$/.test(before) ? { kind: 'operator', text: '/' } : undefined;
    const text = matchAt(REGEX, program, at);
    return text === undefined ? undefined : { kind: 'operand', text };
  }
  for (const [kind, pattern] of TOKENS) {
    const text = matchAt(pattern, program, at);
    if (text !== undefined) return { kind, text };
  }
  return undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
