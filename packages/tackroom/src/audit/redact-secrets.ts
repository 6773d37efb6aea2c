import type { JsonValue } from '@tackroom/core';

const REDACTED = '[redacted]';

/** Texts that are secrets whatever parameter they are in: keys and tokens with a known beginning, and what is named so. */
const SECRETS: readonly RegExp[] = [
  /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\bxox[abeoprs]-[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]+/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];

/** A name that says that its value is a secret, and the value: on a command line, in a header, in a query. */
const NAMED =
  /\b((?:[\w-]*(?:password|passwd|secret|token|api[-_]?key|access[-_]?key))["']?\s*[=:]\s*["']?|(?:bearer|basic)\s+)([^\s"'&,;]{4,})/gi;
/** User and password of a URL. */
const CREDENTIALS = /\b([a-z][\w+.-]*:\/\/[^\s/:@]*:)[^\s/@]+@/gi;

/** A copy of a value with everything that looks like a secret replaced. */
export function redactSecrets<T extends JsonValue>(value: T): T {
  return redact(value) as T; // the shape stays, only texts change
}

function redact(value: JsonValue): JsonValue {
  if (typeof value === 'string') return redactText(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((element: JsonValue) => redact(element));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redact(member)]));
}

function redactText(text: string): string {
  const plain = SECRETS.reduce((left, secret) => left.replace(secret, REDACTED), text);
  return plain.replace(NAMED, `$1${REDACTED}`).replace(CREDENTIALS, `$1${REDACTED}@`);
}
