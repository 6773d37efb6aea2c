import { readFileSync } from 'node:fs';
import { type Mount } from '../confinement/mount.js';
import { linesOfBind, parseMountTable, type MountLine } from './mount-table.js';
import { isBound } from './mount-plan.js';

/** Places that bwrap fills by itself, from nothing that a command could have changed. */
const OWN_PLACES = /^\/(?:$|(?:proc|dev)(?:\/|$))/;

/**
 * Holds what is mounted in a sandbox against what was asked for, before the command starts: while bwrap works, a command that runs
 * at the same time may put a link in the place of a directory of the workspace, and something else of the host would be mounted.
 */
export class MountCheck {
  /** What bwrap makes of its own places on this machine, from the first sandbox, which nobody else could reach. */
  private ownPlaces: ReadonlySet<string> | undefined;
  private host: { readonly text: string; readonly table: readonly MountLine[] } | undefined;

  /** What is wrong with the mounts of a sandbox, as a clause; undefined if nothing is. `text` is its mountinfo, as latin1. */
  problem(text: string, mounts: readonly Mount[]): string | undefined {
    const lines = parseMountTable(text);
    const own = new Set(lines.filter(({ point }) => OWN_PLACES.test(point)).map(ownPlace));
    this.ownPlaces ??= own;
    const expected = this.expected(mounts);
    if (typeof expected === 'string') return expected;
    for (const line of lines) {
      if (OWN_PLACES.test(line.point) && this.ownPlaces.has(ownPlace(line))) continue;
      const key = [keyOf(line), emptyKey(line)].find((candidate) => (expected.get(candidate) ?? 0) > 0);
      if (key === undefined) return `${shown(line.root)} would be mounted at ${shown(line.point)}, which nobody asked for`;
      expected.set(key, (expected.get(key) ?? 0) - 1);
    }
    const missing = [...expected].find(([, count]) => count > 0);
    return missing === undefined ? undefined : `nothing would be mounted at ${shown(missing[0].split('\0').at(-1) ?? '')}`;
  }

  private expected(mounts: readonly Mount[]): Map<string, number> | string {
    const expected = new Map<string, number>();
    const add = (key: string): void => void expected.set(key, (expected.get(key) ?? 0) + 1);
    const table = this.hostTable();
    for (const mount of mounts) {
      if (mount.kind === 'empty') add(`tmpfs\0/\0${Buffer.from(mount.at).toString('latin1')}`);
      if (!isBound(mount)) continue;
      const lines = linesOfBind(table, mount.source, mount.at);
      if (lines === undefined) return `the system does not say on which file system ${mount.source} is`;
      for (const line of lines) add(keyOf(line));
    }
    return expected;
  }

  private hostTable(): readonly MountLine[] {
    const text = readFileSync('/proc/self/mountinfo', 'latin1');
    if (this.host?.text !== text) this.host = { text, table: parseMountTable(text) };
    return this.host.table;
  }
}

function keyOf({ device, root, point }: Pick<MountLine, 'device' | 'root' | 'point'>): string {
  return `${device}\0${root}\0${point}`;
}

function emptyKey({ type, root, point }: MountLine): string {
  return `${type}\0${root}\0${point}`;
}

function ownPlace({ type, root, point }: MountLine): string {
  return `${type}\0${root}\0${point}`;
}

function shown(path: string): string {
  return JSON.stringify(Buffer.from(path, 'latin1').toString('utf8'));
}
