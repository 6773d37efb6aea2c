import { problemsError } from '@tackroom/core';
import type { HarnessError, Problem } from '@tackroom/core';
import type { Script } from './scripted-turn.js';

type Check = (value: unknown, where: string, problems: Problem[]) => void;

/** Longest timer of the platform. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Checks a script, given as parsed JSON or as its text. Throws `SCRIPT_INVALID` with every problem and its place
 * (`turns[2].toolCalls[0].name`).
 */
export function parseScript(value: unknown): Script {
  const parsed = typeof value === 'string' ? parseText(value) : value;
  const problems: Problem[] = [];
  checkScript(parsed, '', problems);
  if (problems.length > 0) throw invalid(problems);
  return parsed as Script; // every field was checked
}

const text = kind('text', (value) => typeof value === 'string');
const count = kind('a whole number from 0', (value) => Number.isInteger(value) && Number(value) >= 0);
const delay = kind(`a number of milliseconds from 0 to ${MAX_DELAY_MS}`, (value) => isBetween(value, 0, MAX_DELAY_MS));
const status = kind(
  '0 or an HTTP status from 100 to 599',
  (value) => value === 0 || (Number.isInteger(value) && isBetween(value, 100, 599)),
);
const seconds = kind('a number of seconds or a date as text', (value) => typeof value === 'string' || isBetween(value, 0, MAX_DELAY_MS));
const anything: Check = () => undefined;

const callFields = object({ id: text, name: text, args: anything, rawArgs: text }, ['name']);

const checkCall: Check = (value, where, problems) => {
  callFields(value, where, problems);
  if (isObject(value) && value['args'] !== undefined && value['rawArgs'] !== undefined) {
    report(problems, where, 'has both args and rawArgs: give the arguments once.');
  }
};

const checkTurn = object({
  text,
  thinking: text,
  toolCalls: list(checkCall),
  deltas: list(object({ index: count, id: text, name: text, args: text })),
  delayMs: delay,
  chunkMs: delay,
  finish: text,
  error: object({ status, message: text, retryAfter: seconds }, ['status', 'message']),
  usage: object({ inputTokens: count, outputTokens: count, cachedInputTokens: count, reasoningTokens: count }),
});

const checkScript = object({ turns: list(checkTurn) }, ['turns']);

function object(fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  return (value, where, problems) => {
    if (!isObject(value)) {
      report(problems, where, `must be an object, not ${describe(value)}.`);
      return;
    }
    for (const name of required) if (value[name] === undefined) report(problems, where, `needs ${name}.`);
    for (const [name, field] of Object.entries(value)) {
      const check = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (check === undefined)
        report(problems, join(where, name), `is not a field here; the fields are ${Object.keys(fields).join(', ')}.`);
      else if (field !== undefined) check(field, join(where, name), problems);
    }
  };
}

function list(item: Check): Check {
  return (value, where, problems) => {
    if (Array.isArray(value)) value.forEach((entry, index) => item(entry, `${where}[${index}]`, problems));
    else report(problems, where, `must be an array, not ${describe(value)}.`);
  };
}

function kind(wanted: string, accepts: (value: unknown) => boolean): Check {
  return (value, where, problems) => {
    if (!accepts(value)) report(problems, where, `must be ${wanted}, not ${describe(value)}.`);
  };
}

function parseText(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw invalid([problem('', `is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`)]);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isBetween(value: unknown, low: number, high: number): boolean {
  return typeof value === 'number' && value >= low && value <= high;
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : (JSON.stringify(value)?.slice(0, 60) ?? typeof value);
}

function join(where: string, name: string): string {
  return where === '' ? name : `${where}.${name}`;
}

function report(problems: Problem[], where: string, message: string): void {
  problems.push(problem(where, message));
}

function problem(where: string, message: string): Problem {
  return { code: 'SCRIPT_INVALID', where: where === '' ? 'the script' : where, message };
}

function invalid(problems: readonly Problem[]): HarnessError {
  return problemsError('SCRIPT_INVALID', 'The script of the model cannot be used', problems);
}
