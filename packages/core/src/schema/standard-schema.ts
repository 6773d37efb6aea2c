import { ToolFailure } from '../contracts/errors.js';
import type { StandardIssue, StandardResult, StandardSchema } from '../contracts/standard-schema.js';
import { joinPath, lineText } from './value-text.js';

/** Problems that are written out; the rest is counted. */
const MAX_WRITTEN = 3;
/** Characters of a library's message that are shown: it may quote what the model wrote. */
const MAX_MESSAGE = 300;

/** Where a schema keeps how to make its value without checking it once more. */
export const MAKES = Symbol('makes');

/** A schema whose check and whose value are apart. */
export interface MakingSchema extends StandardSchema {
  readonly [MAKES]: (value: unknown) => unknown;
}

/** Whether `value` is a schema of a library that follows the Standard Schema convention. Some libraries use functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !('~standard' in value)) return false;
  const { '~standard': standard } = value;
  return typeof standard === 'object' && standard !== null && 'validate' in standard && typeof standard.validate === 'function';
}

/**
 * One line for the model if the library refuses `value`; a promise of it if the library checks asynchronously. `path`
 * names the parameter, or is empty for the whole arguments.
 */
export function refuse(standard: StandardSchema, value: unknown, path: string): string | undefined | Promise<string | undefined> {
  const result = standard['~standard'].validate(value);
  return isLater(result) ? Promise.resolve(result).then((settled) => refusal(settled, path)) : refusal(result, path);
}

/**
 * The value as the library gives it: parsed, transformed, stripped. Throws (or rejects with) a `ToolFailure` of code
 * `ARGUMENTS_INVALID` if the library refuses it after all. A schema that can make its value without a check is not asked
 * again: the refinement of the tool has checked it.
 */
export function parseStandard(standard: StandardSchema | MakingSchema, value: unknown, path: string): unknown {
  if (MAKES in standard) return standard[MAKES](value);
  const result = standard['~standard'].validate(value);
  return isLater(result) ? Promise.resolve(result).then((settled) => valueOf(settled, path)) : valueOf(result, path);
}

/** Promises of another realm and thenables of other libraries wait too: read as a result, they would pass for a yes. */
function isLater<T>(result: StandardResult<T> | PromiseLike<StandardResult<T>>): result is PromiseLike<StandardResult<T>> {
  return 'then' in result && typeof result.then === 'function';
}

function valueOf(result: StandardResult<unknown>, path: string): unknown {
  if (result.issues === undefined) return result.value;
  throw new ToolFailure(refusal(result, path) ?? 'arguments: not valid', { code: 'ARGUMENTS_INVALID' });
}

function refusal(result: StandardResult<unknown>, path: string): string | undefined {
  if (result.issues === undefined) return undefined;
  const lines = new Set(result.issues.map((issue) => issueText(issue, path)));
  const written = [...lines].slice(0, MAX_WRITTEN);
  const rest = lines.size - written.length;
  return rest > 0 ? `${written.join('; ')}; and ${rest} more ${rest === 1 ? 'problem' : 'problems'}` : written.join('; ');
}

function issueText(issue: StandardIssue, base: string): string {
  const keys = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
  const path = keys.reduce(joinPath, base);
  return `${path === '' ? 'arguments' : path}: ${lineText(issue.message.replace(/\s+/g, ' ').trim(), MAX_MESSAGE)}`;
}
