import { HarnessError } from '@tackroom/core';
import type { ScriptedError } from './scripted-turn.js';

const aiSdkError = Symbol.for('vercel.ai.error');
const apiCallError = Symbol.for('vercel.ai.error.AI_APICallError');

/**
 * A failed request in the shape of the AI SDK's `APICallError`, which its `isInstance` accepts: retryable are 408, 409, 429,
 * 500 and above, and a connection that failed (status 0, then `statusCode` is undefined).
 */
export class ScriptedApiError extends Error {
  readonly url = 'scripted:';
  readonly requestBodyValues: unknown = {};
  readonly statusCode: number | undefined;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
  readonly isRetryable: boolean;
  readonly [aiSdkError] = true;
  readonly [apiCallError] = true;

  constructor(error: ScriptedError) {
    super(error.message);
    this.name = 'AI_APICallError';
    this.statusCode = error.status === 0 ? undefined : error.status;
    this.responseHeaders = error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) };
    this.responseBody = error.message;
    this.isRetryable = error.status === 0 || error.status >= 500 || [408, 409, 429].includes(error.status);
  }
}

/** A request past the end of the script, code `SCRIPT_EXHAUSTED`: like a refused request (400), so nobody repeats it. */
export class ScriptExhausted extends HarnessError {
  readonly statusCode = 400;
  readonly isRetryable = false;

  constructor(request: number, turns: number) {
    super('SCRIPT_EXHAUSTED', `The script has ${turns} ${turns === 1 ? 'turn' : 'turns'}, but request ${request} asked for another one.`);
  }
}
