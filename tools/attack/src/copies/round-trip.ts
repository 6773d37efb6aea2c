import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SyncReport } from '@tackroom/core';
import { BubblewrapSandbox } from '@tackroom/sandbox';

/** A tree as text: kind, mode and content of each entry by its path, a character for each byte. */
type Tree = ReadonlyMap<string, string>;
/** A number below another, the same ones for the same seed. */
type Dice = (below: number) => number;

const NAMES = ['a', 'b', 'c', 'd\xff', '.env', '.ssh', '\xc3\xa9'];
const TARGETS = ['a', '../a', 'a/b', '..', '../..', '../../out', 'a/../../out', '/etc', 'b/c', '.ssh/a'];
const GUARDED = new Set(['.env', '.ssh']);

/**
 * Makes a random tree, copies it, changes both sides at random, brings changes back, and says what is not as it must be: what only one
 * side changed arrives byte for byte, what both changed is there in both versions and reported, nothing else is touched. Empty
 * when all is well.
 */
export async function tryRoundTrip(seed: number): Promise<readonly string[]> {
  const dice = diceOf(seed);
  const base = mkdtempSync(join(realpathSync(tmpdir()), 'tackroom-trip-'));
  const root = join(base, 'w', 'root');
  mkdirSync(root, { recursive: true });
  writeFileSync(join(base, 'w', 'out'), 'outside');
  change(root, dice, 14);
  // No command is run, so that bubblewrap need not be there.
  const { workspace } = new BubblewrapSandbox({ filesystem: 'copy', root });
  if (workspace === undefined) throw new Error('The sandbox has no copy.');
  const copy = workspace.copyOf('s');
  try {
    await copy.ready();
    const [hostBefore, copyBefore] = [readTree(root), readTree(copy.path)];
    change(copy.path, dice, dice(8));
    if (dice(2) === 0) change(root, dice, dice(5));
    const [hostThen, copyThen] = [readTree(root), readTree(copy.path)];
    const report = await copy.sync();
    const problems =
      report === undefined ? ['no report'] : judge({ hostBefore, copyBefore, hostThen, copyThen, hostAfter: readTree(root), report });
    const outside = readTree(join(base, 'w'));
    if (outside.get('out') !== 'f:outside') problems.push('a file outside was touched');
    if (report?.keptIn !== undefined) remove(Buffer.from(report.keptIn));
    return problems.map((problem) => `seed ${seed}: ${problem}`);
  } finally {
    await copy.remove();
    remove(Buffer.from(base));
  }
}

interface Trip {
  readonly hostBefore: Tree;
  readonly copyBefore: Tree;
  readonly hostThen: Tree;
  readonly copyThen: Tree;
  readonly hostAfter: Tree;
  readonly report: SyncReport;
}

function judge(trip: Trip): string[] {
  const { hostBefore, copyBefore, hostThen, copyThen, hostAfter, report } = trip;
  const paths = new Set([...hostThen.keys(), ...hostBefore.keys(), ...copyThen.keys(), ...copyBefore.keys()]);
  return [
    ...report.failed.map(({ path, reason }) => `${path} failed: ${reason}`),
    ...[...paths].flatMap((path) => [...hostProblems(trip, path), ...madeProblems(trip, path)]),
    ...[...hostAfter].flatMap(([path, state]) => (hostThen.get(path) === state ? [] : arrivalProblems(path, state))),
  ];
}

const isGuarded = (path: string): boolean => path.split('/').some((name) => GUARDED.has(name));
const hasHostChanged = ({ hostBefore, hostThen }: Trip, path: string): boolean => hostBefore.get(path) !== hostThen.get(path);
const isMade = ({ copyBefore, copyThen }: Trip, path: string): boolean => copyBefore.get(path) !== copyThen.get(path);

/** What is the host's alone stays as it is there. */
function hostProblems(trip: Trip, path: string): readonly string[] {
  const [then, now] = [trip.hostThen.get(path), trip.hostAfter.get(path)];
  const isHosts = isGuarded(path) || !isMade(trip, path) || hasHostChanged(trip, path);
  if (!isHosts || then === undefined || then.startsWith('d:') || now === then) return [];
  return [`${show(path)} of the host was ${then} and is ${now ?? 'gone'}`];
}

/** What was made in the copy is somewhere; it is in its place if nobody contests that, and nobody was told otherwise. */
function madeProblems(trip: Trip, path: string): readonly string[] {
  if (!isMade(trip, path)) return [];
  const { hostBefore, hostThen, hostAfter, copyThen, report } = trip;
  const [now, made] = [hostAfter.get(path), copyThen.get(path)];
  const problems: string[] = [];
  if (made?.startsWith('f:') === true && ![...hostAfter.values()].includes(made)) {
    problems.push(`what was written to ${show(path)} is nowhere: ${made}`);
  }
  const hostPaths = [...hostThen.keys(), ...hostBefore.keys()];
  const isContested = hostPaths.some((at) => sharesFate(path, at) && hasHostChanged(trip, at));
  const isTold = [...report.refused, ...report.conflicts].some((entry) => sharesFate(show(path), entry.path));
  if (!isGuarded(path) && !isContested && !isTold && made !== now) {
    problems.push(`${show(path)} should be ${made ?? 'gone'} and is ${now ?? 'gone'}`);
  }
  return problems;
}

function arrivalProblems(path: string, state: string): readonly string[] {
  return [
    ...(state.startsWith('l:') && /out|etc/.test(state) ? [`${show(path)} leads out: ${state}`] : []),
    ...(isGuarded(path) ? [`${show(path)} is guarded and is ${state}`] : []),
  ];
}

/** Whether one is the other, on the way to it, or below it. */
function sharesFate(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}/`) || other.startsWith(`${path}/`);
}

function change(root: string, dice: Dice, count: number): void {
  for (let number = 0; number < count; number += 1) {
    const entries = [...readTree(root)];
    const directories = ['', ...entries.filter(([, state]) => state.startsWith('d')).map(([path]) => path)];
    const path = [directories[dice(directories.length)] ?? '', NAMES[dice(NAMES.length)] ?? ''].filter((part) => part !== '').join('/');
    const at = raw(root, path);
    const old = entries[dice(Math.max(1, entries.length))]?.[0];
    switch (dice(6)) {
      case 0:
        if (old !== undefined) remove(raw(root, old));
        break;
      case 1:
        remove(at);
        symlinkSync(TARGETS[dice(TARGETS.length)] ?? '', at);
        break;
      case 2:
        if (lstatSync(at, { throwIfNoEntry: false }) === undefined) mkdirSync(at, dice(2) === 0 ? 0o755 : 0o700);
        break;
      case 3:
        if (lstatSync(at, { throwIfNoEntry: false })?.isDirectory() === true) chmodSync(at, dice(2) === 0 ? 0o750 : 0o711);
        break;
      default:
        remove(at);
        writeFileSync(at, `${dice(1e9)}`);
    }
  }
}

function readTree(root: string): Tree {
  const tree = new Map<string, string>();
  const visit = (directory: string): void => {
    for (const name of readdirSync(raw(root, directory), 'latin1').sort()) {
      const path = directory === '' ? name : `${directory}/${name}`;
      const found = lstatSync(raw(root, path));
      if (found.isSymbolicLink()) tree.set(path, `l:${readlinkSync(raw(root, path), 'latin1')}`);
      else if (found.isFile()) tree.set(path, `f:${readFileSync(raw(root, path), 'latin1')}`);
      else {
        tree.set(path, `d:${(found.mode & 0o777).toString(8)}`);
        visit(path);
      }
    }
  };
  visit('');
  return tree;
}

function raw(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
}

/** Node removes trees by text alone, and some names are none. */
function remove(path: Buffer): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) return unlinkSync(path);
  for (const name of readdirSync(path, 'buffer')) remove(Buffer.concat([path, Buffer.from('/'), name]));
  rmdirSync(path);
}

function show(path: string): string {
  return path.replaceAll('\xff', '\\xff').replaceAll('\xc3\xa9', 'é');
}

/** The generator mulberry32. */
function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
