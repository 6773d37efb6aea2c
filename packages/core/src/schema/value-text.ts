import { closestName } from './closest-name.js';

/** Characters of a string value that an error text quotes. */
const MAX_QUOTED = 40;
/** Values that an error text lists before it only counts. */
const MAX_LISTED = 10;

/** A value as an error text names it: its kind, and for short ones the value. */
export function valueText(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return `the string ${quoted(value)}`;
  if (typeof value === 'number') return `the number ${value}`;
  return Array.isArray(value) ? 'an array' : 'an object';
}

const TYPE_TEXTS: ReadonlyMap<unknown, string> = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['integer', 'an integer'],
  ['boolean', 'a boolean'],
  ['array', 'an array'],
  ['object', 'an object'],
]);

/** JSON Schema types as an error text names them. */
export function typesText(types: readonly unknown[]): string {
  const texts = [...new Set(types.map((type) => TYPE_TEXTS.get(type) ?? String(type)))];
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts[texts.length - 1] ?? ''}`;
}

/** Values to choose from: at most ten, then how many more. */
export function choicesText(values: readonly unknown[]): string {
  const listed = values.slice(0, MAX_LISTED).map((value) => (typeof value === 'string' ? wordText(value) : jsonText(value)));
  const rest = values.length - listed.length;
  return rest > 0 ? `${listed.join(', ')} and ${rest} more` : listed.join(', ');
}

/**
 * What an enum expects of `given`. What was given is named where its type is wrong (`"2"` for 2 looks right otherwise), and
 * the closest choice where the list is cut.
 */
export function mustBeOneOf(values: readonly unknown[], given: unknown): string {
  const choices = values.length === 1 ? onlyChoice(values[0]) : `one of ${choicesText(values)}`;
  if (values.every((value) => kindOf(value) !== kindOf(given))) return `must be ${choices}, got ${valueText(given)}`;
  const unlisted = values.slice(MAX_LISTED).filter((value) => typeof value === 'string');
  const closest = typeof given === 'string' ? closestName(given, unlisted) : undefined;
  return `must be ${choices}${closest === undefined ? '' : `; did you mean ${quoted(closest)}?`}`;
}

function onlyChoice(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : choicesText([value]);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A string in quotes, cut and escaped so that it stays on one line. */
export function quoted(text: string): string {
  const short =
    text.length > MAX_QUOTED
      ? `${text
          .slice(0, MAX_QUOTED)
          .toWellFormed()
          .replace(/\ufffd$/, '')}…`
      : text;
  return escaped(JSON.stringify(short));
}

/** A text without quotes, cut and escaped so that it stays on one line. */
export function lineText(text: string, maxChars: number): string {
  const line = escaped(text.slice(0, maxChars).toWellFormed().replace(/\s/g, ' '));
  return text.length > maxChars ? `${line}…` : line;
}

/** A plain word as it is, anything else in quotes. */
function wordText(text: string): string {
  return /^[\w.:/@+-]{1,40}$/.test(text) ? text : quoted(text);
}

function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return escaped(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED).toWellFormed()}…` : text);
}

/** What JSON leaves as it is but a terminal or a reader would not: invisible and direction-changing characters. */
function escaped(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A JSON pointer into the arguments as a path (`todos[2].status`), below `base`. */
export function pathText(base: string, pointer: string): string {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return parts.reduce(joinPath, base);
}

/** A member of what `path` names. */
export function joinPath(path: string, key: string): string {
  if (/^\d+$/.test(key)) return `${path}[${key}]`;
  if (/^[\p{ID_Start}$_][\p{ID_Continue}$-]{0,63}$/u.test(key)) return path === '' ? key : `${path}.${key}`;
  return `${path}[${quoted(key)}]`;
}
