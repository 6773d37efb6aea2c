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
  const tokens = sourceTokens(source);
  const only = skipToList(tokens);
  if (only !== undefined) return [{ name: nameOf(only), isRest: false, hasDefault: false }];
  const parameters = readList(tokens);
  return parameters === undefined || isNative(tokens) ? undefined : parameters.map((parameter) => parameterOf(parameter, source));
}

type Tokens = Generator<SourceToken, void, undefined>;

/** Reads up to the `(` of the list. Gives the only name of an arrow without parentheses instead. */
function skipToList(tokens: Tokens): SourceToken | undefined {
  let before: SourceToken | undefined;
  let depth = 0;
  for (let next = tokens.next(); next.done !== true; next = tokens.next()) {
    const token = next.value;
    const sign = signOf(token);
    if (depth === 0 && sign === '(') return undefined;
    if (depth === 0 && sign === '=>') return before;
    // A class has a list somewhere, but it is not the class's.
    if (before === undefined && token.text === 'class') while (tokens.next().done !== true);
    depth += nesting(sign);
    before = token;
  }
  return undefined;
}

/** Reads up to the `)` of the list, and splits at its commas. */
function readList(tokens: Tokens): readonly (readonly SourceToken[])[] | undefined {
  const parameters: SourceToken[][] = [];
  let parameter: SourceToken[] = [];
  let depth = 0;
  for (let next = tokens.next(); next.done !== true; next = tokens.next()) {
    const sign = signOf(next.value);
    const isEnd = depth === 0 && sign === ')';
    if (isEnd || (depth === 0 && sign === ',')) {
      if (parameter.length > 0) parameters.push(parameter);
      parameter = [];
    } else parameter.push(next.value);
    if (isEnd) return parameters;
    depth += nesting(sign);
  }
  return undefined;
}

function nesting(sign: string | undefined): number {
  if (sign === '(' || sign === '[' || sign === '{') return 1;
  return sign === ')' || sign === ']' || sign === '}' ? -1 : 0;
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
  let depth = 0;
  return tokens.findIndex((token) => {
    const sign = signOf(token);
    depth += nesting(sign);
    return depth === 0 && sign === '=';
  });
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
  if (!token.text.includes('\\')) return token.text;
  return token.text.replace(/\\u(?:\{([\da-fA-F]+)\}|([\da-fA-F]{4}))/g, (_, braced: string | undefined, plain: string | undefined) =>
    String.fromCodePoint(Number.parseInt(braced ?? plain ?? '', 16)),
  );
}

function isNative(tokens: Tokens): boolean {
  return ['{', '[', 'native', 'code'].every((text) => {
    const next = tokens.next();
    return next.done !== true && next.value.text === text;
  });
}
