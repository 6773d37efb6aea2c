import type { JsonObject, JsonValue } from '@tackroom/core';
import { redactText } from './redact-text.js';
import { isPlainValue, isSecretName } from './secret-names.js';
import { OptionReader, redactValue } from './secret-options.js';
import { REDACTED } from './secret-shapes.js';

/**
 * A copy of a value without its secrets: what a member's name says is one, at any depth, and in texts what a name beside it
 * or its own look says is one.
 */
export function redactSecrets<T extends JsonValue>(value: T): T {
  return redact(value) as T; // the shape stays, only texts and numbers change
}

function redact(value: JsonValue): JsonValue {
  if (typeof value === 'string') return redactText(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return redactList(value);
  const named = nameBesideValue(value as JsonObject); // lists are done with
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'value' && named !== undefined) return [name, redactAll(named, member)];
      return [name, isSecretName(name) ? redactAll(name, member) : redact(member)];
    }),
  );
}

/** `{ name: 'Authorization', value: '…' }`, as headers and variables are listed. */
function nameBesideValue(value: JsonObject): string | undefined {
  if (!Object.hasOwn(value, 'value')) return undefined;
  return [value['name'], value['key'], value['header']].find((name): name is string => typeof name === 'string' && isSecretName(name));
}

function redactAll(name: string, value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    if (/pwd$/i.test(name) && value.startsWith('/')) return redactText(value);
    return isPlainValue(value) ? value : REDACTED;
  }
  if (typeof value === 'number') return /(?:passwd|password|passcode|pwd|otp|secret|phrase)$/i.test(name) ? REDACTED : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((element: JsonValue) => redactAll(name, element));
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, redactAll(name, inner)]));
}

/** Elements may be the arguments of a program, or a name and its value: a secret stands behind what names it. */
function redactList(list: readonly JsonValue[]): JsonValue[] {
  const reader = new OptionReader();
  let next: ((value: string) => string) | undefined;
  return list.map((element, index) => {
    if (typeof element !== 'string') return redact(element);
    const expected = next;
    next = undefined;
    if (expected !== undefined && !element.startsWith('-') && !isPlainValue(element)) return expected(element);
    if (!element.startsWith('-')) {
      reader.word(element);
      if (list.length === 2 && index === 0 && isSecretName(element)) next = () => REDACTED;
      return redactText(element);
    }
    if (/^--?[\w.-]+$/.test(element) && isSecretName(element) && !/^-+(?:no|skip|without|disable|enable)-/.test(element))
      next = () => REDACTED;
    const option = reader.option(element);
    if (option === undefined) return redactText(element);
    if (option.at !== 'next') return element.slice(0, option.at) + redactValue(element.slice(option.at), option.value, REDACTED);
    next = (value) => redactValue(value, option.value, REDACTED);
    return element;
  });
}
