import { posix } from 'node:path';

/** What commands may do where. Absolute paths as commands know them. */
export interface Places {
  /** Where the command started. */
  readonly directory: string;
  readonly root: string;
  /** Trees that they may write to, but for what is in `readable`, `fixed` and `hidden`. */
  readonly writable: readonly string[];
  /** Trees outside of the workspace that they may read. */
  readonly readable: readonly string[];
  /** What they may read and not change, rename or remove. */
  readonly fixed: readonly string[];
  /** What stands empty in the place of the real thing. */
  readonly hidden: readonly string[];
}

export const READ_ONLY = /read-only file ?system|\bEROFS\b|\[Errno 30\]/i;
/** What is mounted can be neither renamed nor removed. */
const MOUNTED = /device or resource busy|\bEBUSY\b|\[Errno 16\]/i;
const FORBIDDEN = /permission denied|\bEACCES\b|\[Errno 13\]|operation not permitted|\bEPERM\b|\[Errno 1\]/i;
const PATHS = /'([^']+)'|"([^"]+)"|‘([^’]+)’|`([^'`]+)'|((?:[\w@%+,.-]*\/)+[\w@%+,.-]*|\.[\w-][\w.-]*)/g;
const SOMEWHERE = 'writing outside the workspace, or to a protected file in it';
const MAX_DENIALS = 3;
const MAX_LINES = 200;
const MAX_PATH_CHARS = 200;

/**
 * What of the file system the sandbox refused, by the error output of a command that failed. The words alone are not
 * believed: a path that is named with them must be one that the sandbox guards. `readOnlyText` is what the command's language
 * has for a read-only file system.
 */
export function deniedPaths(stderr: string, places: Places, readOnlyText: string | undefined): readonly string[] {
  const denials = new Set<string>();
  for (const line of stderr.split('\n').slice(-MAX_LINES)) {
    const denial = denialOf(line, places, readOnlyText);
    if (denial !== undefined) denials.add(denial);
  }
  // A path says more than that there was one.
  if (denials.size > 1) denials.delete(SOMEWHERE);
  return [...denials].slice(0, MAX_DENIALS);
}

function denialOf(line: string, places: Places, readOnlyText: string | undefined): string | undefined {
  const isReadOnly = READ_ONLY.test(line) || (readOnlyText !== undefined && line.includes(readOnlyText));
  if (!isReadOnly && !MOUNTED.test(line) && !FORBIDDEN.test(line)) return undefined;
  const paths = pathsIn(line);
  const hidden = paths.find((path) => standsFor(path, places).some((at) => places.hidden.some((tree) => isWithin(at, tree))));
  if (hidden !== undefined) return `${nameOf(hidden, places)}, which is hidden from commands`;
  if (!isReadOnly && !MOUNTED.test(line)) return undefined;
  const fixed = paths.find((path) => standsFor(path, places).some((at) => isFixed(at, places)));
  if (fixed !== undefined) return `changing ${nameOf(fixed, places)}, which is protected`;
  if (!isReadOnly) return undefined;
  const [path] = paths;
  // A relative path may be anywhere: the command may have changed its directory.
  if (path?.startsWith('/') !== true) return SOMEWHERE;
  return isWritable(path, places) ? undefined : `writing ${nameOf(path, places)}, which is outside the workspace`;
}

/** Of trees in one another the inner one decides, because it is mounted on the outer. */
function isWritable(path: string, { writable, readable }: Places): boolean {
  const depth = (trees: readonly string[]): number =>
    Math.max(0, ...trees.filter((tree) => isWithin(path, tree)).map((tree) => tree.length));
  return depth(writable) > depth(readable);
}

/** Something that is mounted, what is in it, or a directory on the way to it. */
function isFixed(at: string, { fixed, root }: Places): boolean {
  return fixed.some((tree) => isWithin(at, tree) || (isWithin(tree, at) && isWithin(at, root) && at !== root));
}

/** A program names a path from where it was started, most often, or as git does from the top. */
function standsFor(path: string, { directory, root }: Places): readonly string[] {
  return [posix.resolve(directory, path), posix.resolve(root, path)];
}

function nameOf(path: string, { root }: Places): string {
  const name = isWithin(path, root) && path !== root ? posix.relative(root, path) : path;
  return name.length <= MAX_PATH_CHARS ? name : `${name.slice(0, MAX_PATH_CHARS)}…`;
}

/** The last first: programs begin with their own name, or that of their script. */
function pathsIn(line: string): readonly string[] {
  return [...line.matchAll(PATHS)]
    .map(([, ...found]) => found.find((path) => path !== undefined) ?? '')
    .filter((path) => path !== '')
    .toReversed();
}

function isWithin(path: string, tree: string): boolean {
  return path === tree || path.startsWith(tree === '/' ? '/' : `${tree}/`);
}
