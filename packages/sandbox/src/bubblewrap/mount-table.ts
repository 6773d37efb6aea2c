/** A line of `/proc/<process>/mountinfo`. Paths are bytes, a character each. */
export interface MountLine {
  readonly id: string;
  readonly parent: string;
  /** `major:minor` of the file system. */
  readonly device: string;
  /** What of the file system is mounted. */
  readonly root: string;
  /** Where it is mounted. */
  readonly point: string;
  /** The kind of file system: `ext4`, `tmpfs`. */
  readonly type: string;
  /** It is left out when what is around it is mounted elsewhere. */
  readonly isUnbindable: boolean;
}

/** Reads such a file, decoded as latin1. */
export function parseMountTable(text: string): readonly MountLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const fields = line.split(' ');
      const dash = fields.indexOf('-', 6);
      const [id = '', parent = '', device = '', root = '', point = ''] = fields;
      return {
        id,
        parent,
        device,
        root: unescape(root),
        point: unescape(point),
        type: fields[dash + 1] ?? '',
        isUnbindable: fields.slice(6, dash).includes('unbindable'),
      };
    });
}

/**
 * The lines that a bind mount of `source` at another place makes: one for the path itself, and one for everything that is mounted
 * below it. Undefined where the table does not say which file system the path is on.
 */
export function linesOfBind(
  table: readonly MountLine[],
  source: string,
  at: string,
): readonly Pick<MountLine, 'device' | 'root' | 'point'>[] | undefined {
  const [from, to] = [source, at].map((path) => Buffer.from(path).toString('latin1')) as [string, string]; // two paths in, two out
  const home = mountOf(table, from);
  if (home === undefined) return undefined;
  const rest = home.point === '/' ? from : from.slice(home.point.length);
  const root = home.root === '/' ? rest : home.root + rest;
  const moved = ({ device, root: inside, point }: MountLine) => ({ device, root: inside, point: to + point.slice(from.length) });
  return [{ device: home.device, root: root === '' ? '/' : root, point: to }, ...below(table, home, from).map(moved)];
}

/** The mount that a path is on: down from the root, always into the one that is met first. */
function mountOf(table: readonly MountLine[], path: string): MountLine | undefined {
  const ids = new Set(table.map(({ id }) => id));
  let found = table.find(({ point, parent, id }) => point === '/' && (!ids.has(parent) || parent === id));
  for (let next = found; next !== undefined;) {
    found = next;
    const { id } = next;
    next = table
      .filter((line) => line.parent === id && line.id !== id && covers(line.point, path))
      .reduce<MountLine | undefined>(
        (first, line) => (first === undefined || line.point.length < first.point.length ? line : first),
        undefined,
      );
  }
  return found;
}

function below(table: readonly MountLine[], mount: MountLine, path: string): readonly MountLine[] {
  return table
    .filter((line) => line.parent === mount.id && line.id !== mount.id && !line.isUnbindable && line.point.startsWith(`${path}/`))
    .flatMap((line) => [line, ...within(table, line)]);
}

function within(table: readonly MountLine[], mount: MountLine): readonly MountLine[] {
  return table
    .filter((line) => line.parent === mount.id && line.id !== mount.id && !line.isUnbindable)
    .flatMap((line) => [line, ...within(table, line)]);
}

function covers(point: string, path: string): boolean {
  return point === '/' || path === point || path.startsWith(`${point}/`);
}

function unescape(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
