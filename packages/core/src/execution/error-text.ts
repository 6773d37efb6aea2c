import { homedir, tmpdir } from 'node:os';
import { sliceStart } from './bound-text.js';

/** Bound on an error's text: a thrown response body must not fill a context window. */
const MAX_ERROR_CHARS = 2_000;

/**
 * What a handler threw as one line for the model: `Name: message`, without a stack, host paths outside the workspace
 * masked and paths inside it relative.
 */
export function errorText(thrown: unknown, root: string | null): string {
  return maskHostPaths(sliceStart(describe(thrown), MAX_ERROR_CHARS), root);
}

/** The message alone, for errors whose name says nothing to a model. */
export function errorMessage(thrown: unknown, root: string | null): string {
  const message = thrown instanceof Error ? thrown.message : describe(thrown);
  return maskHostPaths(sliceStart(oneLine(message), MAX_ERROR_CHARS), root);
}

function describe(thrown: unknown): string {
  if (thrown instanceof Error) return oneLine(`${thrown.name}: ${thrown.message}`);
  if (typeof thrown === 'string') return oneLine(`Error: ${thrown}`);
  return `Error: the tool threw ${thrown === null ? 'null' : kindOf(thrown)} instead of an Error`;
}

function kindOf(thrown: unknown): string {
  return thrown === undefined ? 'undefined' : `a value of type ${typeof thrown}`;
}

function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').trim();
}

const HOST_DIRECTORIES =
  'bin|boot|data|dev|etc|home|lib|lib64|media|mnt|opt|private|proc|root|run|sbin|srv|sys|tmp|usr|var|Users|Volumes|Applications|Library';
const PATH_REST = `[^\\s'"\`:;,()<>|]*`;
const HOST_PATH = new RegExp(
  `file:///${PATH_REST}|(?<![\\w/.:@-])/(?:${HOST_DIRECTORIES})(?:/${PATH_REST})?(?![\\w-])|\\b[A-Za-z]:\\\\[^\\s'"\`;,()<>|]+`,
  'g',
);

function maskHostPaths(text: string, root: string | null): string {
  let masked = text;
  if (root !== null && root !== '/') masked = replacePrefix(masked, root, '');
  for (const own of [process.cwd(), homedir(), tmpdir()]) if (own.length > 1) masked = maskUnder(masked, own);
  return masked.replace(HOST_PATH, '<host path>');
}

/** Paths at or below the root become relative; a longer name that merely begins like the root is left to the mask. */
function replacePrefix(text: string, prefix: string, replacement: string): string {
  return text
    .split(`${prefix}/`)
    .join(replacement)
    .replace(new RegExp(`${escape(prefix)}(?![\\w.-])`, 'g'), '.');
}

function maskUnder(text: string, directory: string): string {
  return text.includes(directory) ? text.replace(new RegExp(`${escape(directory)}[^\\s'"\`:;,()<>|]*`, 'g'), '<host path>') : text;
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
