import { isUtf8 } from 'node:buffer';

/**
 * A path or a name with a character for each of its bytes. Names of Linux are bytes: in UTF-8 two that are not valid would be one,
 * and lead nowhere.
 */
export type BytePath = string;

const ASCII = /^[\0-\x7f]*$/;

/** The bytes of a text in UTF-8. */
export function bytePath(text: string): BytePath {
  return ASCII.test(text) ? text : Buffer.from(text).toString('latin1');
}

/** What a path is called in a report: its text, with `\xff` for bytes that are not UTF-8. */
export function shownPath(path: BytePath): string {
  if (ASCII.test(path)) return path;
  const bytes = Buffer.from(path, 'latin1');
  if (isUtf8(bytes)) return bytes.toString();
  return path.replace(/[\x80-\xff]+/g, (run) => shownRun(Buffer.from(run, 'latin1')));
}

/** What rules about names see: valid parts as text. */
export function textPath(path: BytePath): string {
  return ASCII.test(path) ? path : Buffer.from(path, 'latin1').toString();
}

/** Host path of what lies below a directory, as the system takes it. */
export function hostPath(directory: string, path: BytePath): string | Buffer {
  if (path === '') return directory;
  return ASCII.test(path) ? `${directory}/${path}` : Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(path, 'latin1')]);
}

/** The directory that an entry lies in; `''` is the root. */
export function parentPath(path: BytePath): BytePath {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** The last name of a path. */
export function lastName(path: BytePath): BytePath {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** An entry of a directory. */
export function childPath(directory: BytePath, name: BytePath): BytePath {
  return directory === '' ? name : `${directory}/${name}`;
}

function shownRun(bytes: Buffer): string {
  let shown = '';
  for (let at = 0; at < bytes.length;) {
    // The longest valid character from here, which has 2 to 4 bytes.
    const size = [2, 3, 4].find((length) => at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)));
    shown += size === undefined ? `\\x${(bytes[at] ?? 0).toString(16)}` : bytes.toString('utf8', at, at + size);
    at += size ?? 1;
  }
  return shown;
}
