import { outsideFailure, pathFailure } from './path-failure.js';

const MAX_NAME_BYTES = 255;
const MAX_PATH_BYTES = 4096;
const LONE_SURROGATE = /\p{Surrogate}/u;
const WINDOWS_RESERVED = /[<>:"|?*\p{Cc}]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/** How host paths are spelled. */
export interface PathStyle {
  /** `\` separates too, drive letters are absolute, names that Windows would change are refused. */
  readonly windows: boolean;
  readonly caseInsensitive: boolean;
}

/** The style of the machine this process runs on, for a file system that compares names as told. */
export function hostStyle(caseInsensitive: boolean): PathStyle {
  return { windows: process.platform === 'win32', caseInsensitive };
}

/**
 * The segments of an absolute host path, `.` and `..` resolved by spelling alone. A drive letter or a UNC server is the
 * first segment. Undefined when the path is not absolute.
 */
export function absoluteSegments(path: string, style: PathStyle): string[] | undefined {
  const text = style.windows ? path.replaceAll('\\', '/') : path;
  if (style.windows && /^[A-Za-z]:/.test(text)) {
    return text[2] === '/' ? [text.slice(0, 2).toUpperCase(), ...collapse([], text.slice(3))] : undefined;
  }
  return text.startsWith('/') ? collapse([], text) : undefined;
}

/** Host path of absolute segments. */
export function hostPath(segments: readonly string[], style: PathStyle): string {
  if (!style.windows) return `/${segments.join('/')}`;
  const [drive = '', ...rest] = segments;
  return drive.endsWith(':') ? `${drive}\\${rest.join('\\')}` : `\\\\${segments.join('\\')}`;
}

/**
 * Where a path that a model sent leads: absolute host segments. Relative paths start at `from`. Nothing is expanded or
 * decoded: `~`, `%2e` and `file:` are names. Throws `ToolFailure` with `PATH_INVALID`.
 */
export function locate(path: string, from: readonly string[], style: PathStyle): string[] {
  checkSpelling(path);
  const absolute = absoluteSegments(path, style);
  if (absolute === undefined && style.windows && /^[A-Za-z]:/.test(path)) {
    throw pathFailure('PATH_INVALID', 'A path with a drive letter must go on with a slash.');
  }
  const segments = absolute ?? collapse(from, style.windows ? path.replaceAll('\\', '/') : path);
  for (const name of style.windows ? segments.slice(1) : segments) checkName(name, style);
  return segments;
}

/** `segments` without the leading `root`, or undefined when they do not lie inside it. */
export function within(segments: readonly string[], root: readonly string[], style: PathStyle): string[] | undefined {
  if (segments.length < root.length) return undefined;
  for (const [index, name] of root.entries()) if (!sameName(segments[index] ?? '', name, style)) return undefined;
  return segments.slice(root.length);
}

/**
 * Where a path leads inside a root: segments relative to it. `roots` are spellings of one directory, the canonical one
 * first; `cwd` is relative to it. Throws `ToolFailure` with `PATH_INVALID` or `PATH_OUTSIDE`.
 */
export function locateInside(path: string, cwd: readonly string[], roots: readonly (readonly string[])[], style: PathStyle): string[] {
  const [canonical = []] = roots;
  const located = locate(path, [...canonical, ...cwd], style);
  for (const root of roots) {
    const inside = within(located, root, style);
    if (inside !== undefined) return inside;
  }
  throw outsideFailure();
}

function collapse(from: readonly string[], text: string): string[] {
  const segments = [...from];
  for (const part of text.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') segments.pop();
    else segments.push(part);
  }
  return segments;
}

function checkSpelling(path: string): void {
  if (path === '') throw pathFailure('PATH_INVALID', 'The path is empty. Use "." for the working directory.');
  if (path.includes('\0')) throw pathFailure('PATH_INVALID', 'The path holds a NUL character.');
  if (LONE_SURROGATE.test(path)) throw pathFailure('PATH_INVALID', 'The path is not well-formed Unicode.');
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw pathFailure('PATH_INVALID', `The path is too long: at most ${MAX_PATH_BYTES} bytes.`);
  }
}

function checkName(name: string, style: PathStyle): void {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw pathFailure('PATH_INVALID', `A name in the path is too long: at most ${MAX_NAME_BYTES} bytes.`);
  }
  if (style.windows && WINDOWS_RESERVED.test(name)) {
    throw pathFailure('PATH_INVALID', 'The path holds a name that Windows does not allow.');
  }
}

function sameName(a: string, b: string, style: PathStyle): boolean {
  return a === b || (style.caseInsensitive && a.toLowerCase() === b.toLowerCase());
}
