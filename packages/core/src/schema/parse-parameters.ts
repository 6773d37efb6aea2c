import type { JsonValue } from '../contracts/json.js';
import { sourceTokens, type SourceToken } from './source-tokens.js';

/** One parameter as a function's source shows it. */
export interface ParsedParameter {
  /** Undefined for a destructured parameter. */
  readonly name: string | undefined;
  readonly isRest: boolean;
  /** `= …` follows: the caller may leave it out. */
  readonly hasDefault: boolean;
  /** The default, where it is a plain number, string or boolean. */
  readonly default?: JsonValue;
}

/**
 * The parameter list of a function, read from its source; undefined where the source is not shown (native and bound
 * functions) or cannot be read. Understands functions, methods, generators and arrows as compilers emit them.
 */
export function parseParameters(source: string): readonly ParsedParameter[] | undefined {
  const tokens = [...sourceTokens(source)];
  const open = listStart(tokens);
  if (open === undefined) return undefined;
  const first = tokens[open];
  if (first?.kind === 'word') return [{ name: nameOf(first), isRest: false, hasDefault: false }];
  const parameters: ParsedParameter[] = [];
  let from = open + 1;
  for (let at = from, depth = 0; at < tokens.length; at++) {
    const text = signOf(tokens[at]);
    const closes = depth === 0 && text === ')';
    if (closes || (depth === 0 && text === ',')) {
      if (at > from) parameters.push(parameterOf(tokens.slice(from, at), source));
      if (closes) return isNative(tokens, at) ? undefined : parameters;
      from = at + 1;
    }
    if (text === '(' || text === '[' || text === '{') depth += 1;
    if (text === ')' || text === ']' || text === '}') depth -= 1;
  }
  return undefined;
}

/** Index of the `(` of the list, or of the only name of an arrow without parentheses. */
function listStart(tokens: readonly SourceToken[]): number | undefined {
  if (tokens[0]?.text === 'class') return undefined;
  for (let at = 0, depth = 0; at < tokens.length; at++) {
    const text = signOf(tokens[at]);
    if (depth === 0 && text === '(') return at;
    if (depth === 0 && text === '=>') return at - 1;
    if (text === '[') depth += 1;
    if (text === ']') depth -= 1;
  }
  return undefined;
}

function parameterOf(tokens: readonly SourceToken[], source: string): ParsedParameter {
  const isRest = tokens[0]?.text === '...';
  const target = isRest ? tokens[1] : tokens[0];
  const name = target?.kind === 'word' ? nameOf(target) : undefined;
  const equals = isRest ? -1 : defaultStart(tokens);
  const from = tokens[equals + 1];
  const to = tokens[tokens.length - 1];
  if (equals < 0 || from === undefined || to === undefined) return { name, isRest, hasDefault: false };
  const value = literalOf(source.slice(from.start, to.end));
  return { name, isRest, hasDefault: true, ...(value === undefined ? {} : { default: value }) };
}

/** Index of the `=` after a name or a pattern. */
function defaultStart(tokens: readonly SourceToken[]): number {
  for (let at = 0, depth = 0; at < tokens.length; at++) {
    const text = signOf(tokens[at]);
    if (depth === 0 && text === '=') return at;
    if (text === '[' || text === '{') depth += 1;
    if (text === ']' || text === '}') depth -= 1;
  }
  return -1;
}

function literalOf(text: string): JsonValue | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?(?:\d+|\d*\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return Number.isFinite(Number(text)) ? Number(text) : undefined;
  return /^(['"])[^\\'"\n\r]*\1$/.test(text) ? text.slice(1, -1) : undefined;
}

function signOf(token: SourceToken | undefined): string | undefined {
  return token?.kind === 'sign' ? token.text : undefined;
}

/** Compilers may write letters of a name as `\u…`. */
function nameOf(token: SourceToken): string {
  return token.text.replace(/\\u(?:\{([\da-fA-F]+)\}|([\da-fA-F]{4}))/g, (_, braced: string | undefined, plain: string | undefined) =>
    String.fromCodePoint(Number.parseInt(braced ?? plain ?? '', 16)),
  );
}

function isNative(tokens: readonly SourceToken[], close: number): boolean {
  return (
    tokens
      .slice(close + 1, close + 6)
      .map((token) => token.text)
      .join(' ') === '{ [ native code ]'
  );
}
