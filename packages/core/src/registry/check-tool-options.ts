import type { Problem } from '../contracts/errors.js';
import { frozenJson } from '../schema/frozen-json.js';
import type { ToolOptions } from './tool-options.js';
import { checkRetry, checkTimeout } from './tool-policy.js';
import { isRecord, shown, wrongOption } from './tool-problem.js';

/** Names that every provider accepts. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

type Holds = (value: unknown) => boolean;

const isText: Holds = (value) => typeof value === 'string' && value.trim() !== '';
const isString: Holds = (value) => typeof value === 'string';
const isFlag: Holds = (value) => typeof value === 'boolean';
const isFunction: Holds = (value) => typeof value === 'function';
const isToken: Holds = (value) => typeof value === 'symbol' || typeof value === 'function';
const isAbsentOr =
  (holds: Holds): Holds =>
  (value) =>
    value === undefined || holds(value);
const isOneOf =
  (...values: readonly unknown[]): Holds =>
  (value) =>
    values.includes(value);
const isListOf =
  (holds: Holds): Holds =>
  (value) =>
    Array.isArray(value) && value.every(holds);
const isRecordOf =
  (holds: Holds): Holds =>
  (value) =>
    isRecord(value) && Object.values(value).every(holds);
/** An object with these members and no others. */
const hasMembers =
  (members: Readonly<Record<string, Holds>>): Holds =>
  (value) =>
    isRecord(value) &&
    Object.keys(value).every((key) => Object.hasOwn(members, key)) &&
    Object.entries(members).every(([key, holds]) => holds(value[key]));

/** What each option must be. Name, deadline, retry and schemas have checks of their own. */
const OPTIONS: ReadonlyMap<string, readonly [holds: Holds, expected: string]> = new Map<string, readonly [Holds, string]>([
  ['description', [isString, 'a text for the model']],
  ['handler', [isFunction, 'a function of (args, ctx)']],
  ['refine', [isFunction, 'a function of (args)']],
  ['title', [isText, 'a text for people']],
  ['category', [isText, 'a word such as read, write or execute']],
  ['riskLevel', [isOneOf('low', 'medium', 'high'), 'low, medium or high']],
  ['permission', [isOneOf('allow', 'ask', 'deny'), 'allow, ask or deny']],
  [
    'approval',
    [hasMembers({ when: isAbsentOr(isFunction), reason: isAbsentOr(isString) }), '{ when: (args, ctx) => boolean, reason: text }'],
  ],
  ['concurrency', [isConcurrency, "'parallel', 'serial' or { key: (args, facts) => text, mode: 'read' or 'write' }"]],
  ['replayPolicy', [isOneOf('safe', 'idempotent', 'manual'), 'safe, idempotent or manual']],
  ['retryIfResult', [isFunction, 'a function of (result)']],
  ['semantics', [isRecordOf(isOneOf('text', 'path', 'url', 'shell-command')), 'text, path, url or shell-command by parameter name']],
  ['secretParameters', [isListOf(isString), 'a list of parameter names']],
  ['losslessParameters', [isListOf(isString), 'a list of parameter names']],
  ['hidden', [(value) => isRecord(value) && 'value' in frozenJson(value), 'JSON values by parameter name']],
  ['origin', [(value) => isRecord(value) && isOneOf('user', 'builtin', 'mcp', 'agent')(value['kind']), 'an origin with its kind']],
  ['ownLimits', [isFlag, 'true or false']],
  ['pages', [isFlag, 'true or false']],
  ['dependencies', [isListOf(isToken), 'a list of tokens and classes']],
  ['visible', [isFunction, 'a function of (ctx)']],
  ['visiblePerStep', [isFlag, 'true or false']],
  ['instructions', [isString, 'a text for the system prompt']],
  ['preview', [isFunction, 'a function of (args, ctx)']],
  ['reconcile', [isFunction, 'a function of (idempotencyKey, args, ctx)']],
  ['offload', [hasMembers({ module: isText, exportName: isText }), "{ module: import.meta.url, exportName: 'name' }"]],
  ['allowEmptyDescription', [isFlag, 'true or false']],
  ['sources', [isRecordOf(isString), 'who said each value, by option']],
]);
const OTHER_OPTIONS: readonly string[] = ['name', 'inputSchema', 'input', 'outputSchema', 'timeoutMs', 'retry'];

/**
 * Everything that is wrong with a tool's options but for its schemas. Codes: `TOOL_NAME_INVALID`,
 * `TOOL_DESCRIPTION_EMPTY`, `TOOL_OPTION_INVALID`.
 */
export function checkToolOptions(options: ToolOptions, where: string): readonly Problem[] {
  const problems: Problem[] = [];
  if (typeof options.name !== 'string' || !NAME.test(options.name)) problems.push(invalidName(options.name, where));
  if (isBlank(options.description) && options.allowEmptyDescription !== true) problems.push(emptyDescription(where));
  if (options.handler === undefined) problems.push(wrongOption(where, 'handler', 'is missing; write a function of (args, ctx)'));
  for (const option of Object.keys(options)) {
    const value = options[option as keyof ToolOptions];
    const rule = OPTIONS.get(option);
    if (value === undefined) continue;
    if (rule === undefined && !OTHER_OPTIONS.includes(option)) problems.push(unknownOption(where, option));
    if (rule !== undefined && !rule[0](value)) problems.push(wrongOption(where, option, `is ${shown(value)}; write ${rule[1]}`));
  }
  if (options.timeoutMs !== undefined) problems.push(...recoded(checkTimeout(options.timeoutMs, `${where}, timeoutMs`)));
  if (options.retry !== undefined) problems.push(...recoded(checkRetry(options.retry, `${where}, retry`)));
  return problems;
}

function invalidName(name: unknown, where: string): Problem {
  const message = `The name ${shown(name)} is not one that every provider accepts: write 1 to 64 of A-Z a-z 0-9 _ - .`;
  return { code: 'TOOL_NAME_INVALID', where, message };
}

function emptyDescription(where: string): Problem {
  const message = 'It has no description, which is all that a model knows of it: write one, or say allowEmptyDescription: true.';
  return { code: 'TOOL_DESCRIPTION_EMPTY', where, message };
}

function unknownOption(where: string, option: string): Problem {
  const known = [...OTHER_OPTIONS, ...OPTIONS.keys()].sort().join(', ');
  return wrongOption(where, option, `is not an option; the options are ${known}`);
}

function isBlank(description: unknown): boolean {
  return description === undefined || (typeof description === 'string' && description.trim() === '');
}

function isConcurrency(value: unknown): boolean {
  if (value === 'parallel' || value === 'serial') return true;
  return hasMembers({ key: isFunction, mode: isOneOf('read', 'write') })(value);
}

function recoded(problems: readonly Problem[]): readonly Problem[] {
  return problems.map((problem) => ({ ...problem, code: 'TOOL_OPTION_INVALID' }));
}
