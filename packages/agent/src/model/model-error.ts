import { HarnessError } from '@tackroom/core';
import { thrownMessage } from '../thrown-message.js';
import { BrokenReply } from './reply-problems.js';

/** What a failed model request means for the next one. */
export interface ModelErrorVerdict {
  readonly kind: 'transient' | 'context-overflow' | 'permanent';
  /** How long the provider asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** One line for people. */
  readonly message: string;
}

/**
 * Decides whether a repeat can help. In this order: an exhausted quota, a billing problem or an overflowing context is
 * permanent whatever its status says; then the status speaks; then the kind of failure; then its words, because several
 * providers report an overload inside a successful response and say so in words only.
 */
export function judgeModelError(error: unknown, now: number): ModelErrorVerdict {
  try {
    const facts = readFacts(error);
    const kind = kindOf(facts);
    return { kind, retryAfterMs: kind === 'transient' ? readRetryAfter(facts.chain, now) : undefined, message: facts.message };
  } catch (unreadable) {
    // An error whose own fields throw when they are read.
    return { kind: 'permanent', retryAfterMs: undefined, message: `the error cannot be read: ${thrownMessage(unreadable)}` };
  }
}

interface ErrorFacts {
  /** The error and its causes, outermost first. */
  readonly chain: readonly unknown[];
  readonly message: string;
  /** Message and response body of the whole chain, lower case. */
  readonly words: string;
  readonly status: number | undefined;
}

const CONTEXT_OVERFLOW =
  /context[ _-]?(length|window)|maximum context|prompt is too long|input is too long|too many (input )?tokens|context_length_exceeded/;
const PERMANENT =
  /insufficient[ _]quota|quota (has been )?exceeded|exceeded your current quota|billing|payment required|spending limit|credit balance|low credit|account (is )?(inactive|suspended|deactivated)/;
const TRANSIENT_WORDS =
  /rate limit|too many requests|overloaded|unavailable|timed? ?out|temporarily|connection (reset|refused|closed|error)|socket hang up|network error|fetch failed|server error|bad gateway|try again/;
const TRANSIENT_CODES = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

function kindOf(facts: ErrorFacts): ModelErrorVerdict['kind'] {
  if (facts.chain.some((link) => HarnessError.is(link))) return 'permanent';
  // A rate limit counts tokens too, and says so in the words of an overflow.
  if (facts.status !== 429 && CONTEXT_OVERFLOW.test(facts.words)) return 'context-overflow';
  if (PERMANENT.test(facts.words)) return 'permanent';
  // The status of a success says nothing about the failure inside it.
  if (facts.status !== undefined && facts.status >= 400)
    return facts.status === 429 || facts.status === 408 || facts.status >= 500 ? 'transient' : 'permanent';
  if (facts.chain.some(isPassing)) return 'transient';
  return TRANSIENT_WORDS.test(facts.words) ? 'transient' : 'permanent';
}

/** How a provider package calls a reply that contradicts itself, such as two replies spliced together by a proxy. */
const GARBLED_REPLY = 'AI_InvalidResponseDataError';

/** A broken connection or a broken reply. */
function isPassing(link: unknown): boolean {
  if (link instanceof BrokenReply) return true;
  const { code, name, isRetryable } = record(link);
  if (isRetryable === true || name === 'TimeoutError' || name === GARBLED_REPLY) return true;
  return typeof code === 'string' && TRANSIENT_CODES.has(code);
}

function readFacts(error: unknown): ErrorFacts {
  const chain = causes(error);
  let status: number | undefined;
  let words = '';
  for (const link of chain) {
    const { statusCode, status: plain, message, responseBody } = record(link);
    status ??= typeof statusCode === 'number' ? statusCode : typeof plain === 'number' ? plain : undefined;
    words += ` ${typeof link === 'string' ? link : text(message)} ${text(responseBody)}`;
  }
  return { chain, message: describe(chain, error), words: words.toLowerCase(), status };
}

/** Bound on following causes: a cycle of them must not hold the run. */
const MAX_CAUSES = 5;

function causes(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  let link = error;
  while (link !== undefined && link !== null && chain.length < MAX_CAUSES && !chain.includes(link)) {
    chain.push(link);
    const { cause, lastError, error: inner } = record(link);
    link = cause ?? lastError ?? (typeof inner === 'object' ? inner : undefined);
  }
  return chain;
}

/** Bound on a provider's message in ours: some carry a whole HTML page. */
const MAX_MESSAGE_CHARS = 500;

/** What the error says, and what its last cause adds: a broken connection is told there alone. */
function describe(chain: readonly unknown[], error: unknown): string {
  const [message = '', ...causes] = chain.map((link) => oneLine(typeof link === 'string' ? link : text(record(link)['message'])));
  const cause = causes.findLast((said) => said !== '') ?? '';
  const line = cause === '' || message.includes(cause) ? message : message === '' ? cause : `${message.replace(/\.$/, '')}: ${cause}`;
  if (line === '') return `the model failed with ${error === null ? 'null' : `a value of type ${typeof error}`} instead of an error`;
  return line.length > MAX_MESSAGE_CHARS ? `${line.slice(0, MAX_MESSAGE_CHARS).toWellFormed()}…` : line;
}

function oneLine(message: string): string {
  return message.toWellFormed().replace(/\s+/g, ' ').trim();
}

function readRetryAfter(chain: readonly unknown[], now: number): number | undefined {
  for (const link of chain) {
    const { responseHeaders, headers, retryAfterMs, retryAfter } = record(link);
    const milliseconds = number(retryAfterMs ?? header(responseHeaders, 'retry-after-ms'));
    if (milliseconds !== undefined) return milliseconds;
    const value = retryAfter ?? header(responseHeaders, 'retry-after') ?? header(headers, 'retry-after');
    const seconds = number(value);
    if (seconds !== undefined) return seconds * 1000;
    const date = typeof value === 'string' ? Date.parse(value) : NaN;
    if (!Number.isNaN(date)) return Math.max(0, date - now);
  }
  return undefined;
}

function header(headers: unknown, name: string): unknown {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  for (const [key, value] of Object.entries(record(headers))) if (key.toLowerCase() === name) return value;
  return undefined;
}

function number(value: unknown): number | undefined {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) && read >= 0 ? read : undefined;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
