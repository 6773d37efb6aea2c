import { lineText } from './value-text.js';

/** Characters of a pattern that are shown. */
const MAX_PATTERN = 80;

/** Formats as an error text names them. */
const FORMATS: ReadonlyMap<unknown, string> = new Map([
  ['date', 'a date such as 2024-01-31'],
  ['date-time', 'a date and time such as 2024-01-31T09:30:00Z'],
  ['duration', 'a duration such as P1DT2H'],
  ['email', 'an email address'],
  ['ipv4', 'an IPv4 address'],
  ['ipv6', 'an IPv6 address'],
  ['time', 'a time such as 09:30:00'],
  ['uri', 'a URI'],
  ['uuid', 'a UUID'],
]);

/**
 * What a pattern expects. Beside a format that the schema names, a short pattern is shown as well, since it may ask for
 * more; a long one is the library's own way to write the format, and nobody reads it.
 */
export function mustMatch(pattern: string, format: unknown): string {
  const named = FORMATS.get(format);
  const shown = `must match the pattern ${lineText(pattern, MAX_PATTERN)}`;
  if (named === undefined) return shown;
  return pattern.length > MAX_PATTERN ? `must be ${named}` : `${shown}, ${named}`;
}
