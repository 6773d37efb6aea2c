import { maskVolatile } from './mask-volatile.js';

/** One call of a finished turn: what was asked and what came back. */
export interface RepeatedCall {
  readonly name: string;
  readonly args: string;
  readonly outcome: string;
}

/** Finished turns, the newest first. A list that shares its tail: adding a turn copies nothing. */
export interface Repetition {
  readonly turn: readonly RepeatedCall[];
  readonly before: Repetition | undefined;
  /** Number of turns. */
  readonly size: number;
}

/** A cycle: the last `laps` × `period` turns are `laps` times the same. */
export interface Cycle {
  readonly period: number;
  readonly laps: number;
}

const MAX_PERIOD = 4;
const LAPS = 3;
/** Turns that are remembered; from then on only as many as the longest cycle needs. */
const WINDOW = 64;

/**
 * Adds a turn and looks for a cycle at the end of the history. Values that differ each time (times, ids) do not hide a
 * cycle. A found cycle clears the history.
 */
export function observeTurn(
  history: Repetition | undefined,
  turn: readonly RepeatedCall[],
): { readonly history: Repetition | undefined; readonly cycle: Cycle | undefined } {
  const before = history !== undefined && history.size >= WINDOW ? newest(history, MAX_PERIOD * LAPS) : history;
  const turns: Repetition = { turn, before, size: (before?.size ?? 0) + 1 };
  for (let period = 1; period <= MAX_PERIOD; period++) {
    if (isCycle(turns, period)) return { history: undefined, cycle: { period, laps: LAPS } };
  }
  return { history: turns, cycle: undefined };
}

/** What the model reads when it goes round in circles. */
export function repetitionNotice(cycle: Cycle): string {
  const what = cycle.period === 1 ? 'the same call' : `the same ${cycle.period} turns`;
  return `Notice: ${what} came ${cycle.laps} times in a row with the same outcome. Repeating it again will not change it: take another way, or answer with what is known.`;
}

function isCycle(turns: Repetition, period: number): boolean {
  if (turns.size < period * LAPS) return false;
  let later: Repetition | undefined = turns;
  let earlier: Repetition | undefined = turns;
  for (let step = 0; step < period; step++) earlier = earlier?.before;
  for (let pair = 0; pair < period * (LAPS - 1); pair++) {
    if (!sameTurn(later?.turn, earlier?.turn)) return false;
    later = later?.before;
    earlier = earlier?.before;
  }
  return true;
}

function newest(history: Repetition, size: number): Repetition {
  const before = size > 1 && history.before !== undefined ? newest(history.before, size - 1) : undefined;
  return { turn: history.turn, before, size: (before?.size ?? 0) + 1 };
}

function sameTurn(a: readonly RepeatedCall[] | undefined, b: readonly RepeatedCall[] | undefined): boolean {
  if (a === undefined || b === undefined || a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (!sameCall(a[at], b[at])) return false;
  return true;
}

/** Cheap comparisons come first: masking costs more than the rest of a step and is needed only for near repeats. */
function sameCall(a: RepeatedCall | undefined, b: RepeatedCall | undefined): boolean {
  if (a === undefined || b === undefined || a.name !== b.name) return false;
  return sameText(a.args, b.args) && sameText(a.outcome, b.outcome);
}

/** Texts whose lengths differ by more than this differ in more than a time or an id. */
const MAX_LENGTH_DIFFERENCE = 64;

function sameText(a: string, b: string): boolean {
  if (a === b) return true;
  return Math.abs(a.length - b.length) <= MAX_LENGTH_DIFFERENCE && maskVolatile(a) === maskVolatile(b);
}
