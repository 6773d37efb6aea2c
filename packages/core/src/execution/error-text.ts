import { homedir, tmpdir } from 'node:os';
import { sliceStart } from './bound-text.js';

/** Bound on an error's text: a thrown response body must not fill a context window. */
const MAX_ERROR_CHARS = 2_000;

/**
 * What a handler threw as one line for the model: `Name: message`, without a stack, host paths outside the workspace
 * masked but for those that the call itself `named`, and paths inside it relative. Never throws, whatever was thrown.
 */
export function errorText(thrown: unknown, root: string | null, named: readonly string[] = []): string {
  const { name, message } = readThrown(thrown);
  return shownLine(`${name}: ${message}`, root, named);
}

/** The message alone, for errors whose name says nothing to a model. Never throws, and never empty. */
export function errorMessage(thrown: unknown, root: string | null, named: readonly string[] = []): string {
  const { message, isError } = readThrown(thrown);
  const line = shownLine(isError ? message : `Error: ${message}`, root, named);
  return line === '' ? 'It failed without saying why.' : line;
}

interface Thrown {
  readonly name: string;
  readonly message: string;
  readonly isError: boolean;
}

/** Reading a value that somebody threw can throw in turn: getters, proxies, members that are no text. */
function readThrown(thrown: unknown): Thrown {
  try {
    if (typeof thrown === 'string') return { name: 'Error', message: thrown, isError: false };
    if (typeof thrown === 'object' && thrown !== null) {
      const { name, message } = thrown as { readonly name?: unknown; readonly message?: unknown };
      if (isError(thrown)) return { name: String(name), message: String(message), isError: true };
      if (typeof message === 'string') return { name: typeof name === 'string' ? name : 'Error', message, isError: true };
    }
    return { name: 'Error', message: `the tool threw ${kindOf(thrown)} instead of an Error`, isError: false };
  } catch {
    return { name: 'Error', message: 'the tool threw something that cannot be read', isError: false };
  }
}

/** Errors of another realm, such as a test runner's, are errors too. */
function isError(value: object): boolean {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

function kindOf(thrown: unknown): string {
  return thrown === undefined || thrown === null ? String(thrown) : `a value of type ${typeof thrown}`;
}

/** Cut twice: the first time generously, so that a thrown body of megabytes is not worked through. */
function shownLine(text: string, root: string | null, named: readonly string[]): string {
  const line = sliceStart(text, 4 * MAX_ERROR_CHARS)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim();
  return sparing(named, sliceStart(line, MAX_ERROR_CHARS), (part) => maskHostPaths(part, root));
}

/** Applies `mask` to what stands between the paths that were named. */
function sparing(named: readonly string[], text: string, mask: (part: string) => string): string {
  const paths = named.filter((path) => path.startsWith('/') && path.length > 1).sort((a, b) => b.length - a.length);
  if (paths.length === 0) return mask(text);
  const parts = text.split(new RegExp(`((?<![\\w/.-])(?:${paths.map(escape).join('|')})(?![\\w-]))`));
  return parts.map((part, index) => (index % 2 === 1 ? part : mask(part))).join('');
}

const HOST_DIRECTORIES =
  'bin|boot|data|dev|etc|home|lib|lib64|media|mnt|opt|private|proc|root|run|sbin|srv|sys|tmp|usr|var|Users|Volumes|Applications|Library';
const PATH_REST = `[^\\s'"\`:;,()<>|]*`;
const HOST_PATH = new RegExp(
  `file:///${PATH_REST}|(?<![\\w/.:@-])/(?:${HOST_DIRECTORIES})(?:/${PATH_REST})?(?![\\w-])|\\b[A-Za-z]:\\\\[^\\s'"\`;,()<>|]+`,
  'g',
);

const OWN_DIRECTORIES: readonly (() => string)[] = [() => process.cwd(), homedir, tmpdir];

/** A working directory that was removed and a user without an entry of their own make Node throw. */
function pathOf(own: () => string): string | undefined {
  try {
    return own();
  } catch {
    return undefined;
  }
}

function maskHostPaths(text: string, root: string | null): string {
  let masked = text;
  if (root !== null && root !== '/') masked = replacePrefix(masked, root, '');
  for (const own of OWN_DIRECTORIES) masked = maskUnder(masked, pathOf(own));
  return masked.replace(HOST_PATH, maskOf);
}

/** Paths at or below the root become relative; a longer name that merely begins like the root is left to the mask. */
function replacePrefix(text: string, prefix: string, replacement: string): string {
  return text
    .split(`${prefix}/`)
    .join(replacement)
    .replace(new RegExp(`${escape(prefix)}(?![\\w.-])`, 'g'), '.');
}

function maskUnder(text: string, directory: string | undefined): string {
  if (directory === undefined || directory.length < 2) return text;
  return text.includes(directory) ? text.replace(new RegExp(`${escape(directory)}[^\\s'"\`:;,()<>|]*`, 'g'), maskOf) : text;
}

/** A path at the end of a sentence has taken the full stop with it. */
function maskOf(path: string): string {
  return path.endsWith('.') ? '<host path>.' : '<host path>';
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
