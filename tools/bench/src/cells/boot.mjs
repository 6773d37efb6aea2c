import { spawnSync } from 'node:child_process';
import { median } from '../measure.mjs';

const CHILD = new URL('../cold-start.mjs', import.meta.url).pathname;

/** Runs the child `rounds` times for each kind, in turn; the medians of what it printed. */
function coldRuns(kinds, rounds) {
  const rows = kinds.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, kind] of kinds.entries()) {
      const started = Date.now();
      const child = spawnSync(process.execPath, [CHILD, ...kind], { encoding: 'utf8' });
      if (child.status !== 0) throw new Error(`cold start of ${kind.join(' ')} failed: ${child.stderr}`);
      if (round > 0) rows[index].push({ ...JSON.parse(child.stdout), wallMs: Date.now() - started });
    }
  }
  return rows.map((figures) => Object.fromEntries(Object.keys(figures[0]).map((key) => [key, median(figures.map((row) => row[key]))])));
}

/** From process start to the first result of a run and a run of twenty steps, ten tools registered. */
export async function cold() {
  const [floor, ours] = coldRuns(
    [
      ['floor', '10'],
      ['ours', '10'],
    ],
    9,
  );
  return {
    firstResultMs: ours.sinceStartMs,
    peakMb: ours.peakMb,
    floor: floor.sinceStartMs,
    floorPeakMb: floor.peakMb,
    ratio: ours.sinceStartMs / floor.sinceStartMs,
    target: 450,
    peakTarget: 85,
  };
}

/** A harness of a thousand tools in a fresh process: building it, and its first run. */
export async function boot1000() {
  const [floor, ours] = coldRuns(
    [
      ['floor', '1000'],
      ['ours', '1000'],
    ],
    7,
  );
  return {
    ms: ours.buildMs + ours.firstRunMs,
    buildMs: ours.buildMs,
    firstRunMs: ours.firstRunMs,
    floor: floor.buildMs + floor.firstRunMs,
    ratio: (ours.buildMs + ours.firstRunMs) / (floor.buildMs + floor.firstRunMs),
    target: 120,
  };
}
