import type { JsonObject } from '@tackroom/core';
import { maskVolatile } from './mask-volatile.js';

/** One call of a finished turn: what was asked and what came back. */
export interface RepeatedCall {
  readonly name: string;
  readonly args: JsonObject | string;
  readonly outcome: string;
}

/** The newest turns of a run, oldest first. */
export type Repetition = readonly (readonly RepeatedCall[])[];

/** A cycle: the last `laps` × `period` turns are `laps` times the same. */
export interface Cycle {
  readonly period: number;
  readonly laps: number;
}

const MAX_PERIOD = 4;
const LAPS = 3;

/** A history without turns. */
export const NO_REPETITION: Repetition = Object.freeze([]);

/**
 * Adds a turn and looks for a cycle at the end of the history. Only as many turns are kept as the longest cycle needs.
 * Values that differ each time (times, ids) do not hide a cycle. A found cycle clears the history.
 */
export function observeTurn(
  history: Repetition,
  turn: readonly RepeatedCall[],
): { readonly history: Repetition; readonly cycle: Cycle | undefined } {
  const turns = history.length < MAX_PERIOD * LAPS ? [...history, turn] : [...history.slice(1), turn];
  for (let period = 1; period <= MAX_PERIOD; period++) {
    if (isCycle(turns, period)) return { history: NO_REPETITION, cycle: { period, laps: LAPS } };
  }
  return { history: turns, cycle: undefined };
}

/** What the model reads when it goes round in circles. */
export function repetitionNotice(cycle: Cycle): string {
  const what = cycle.period === 1 ? 'the same call' : `the same ${cycle.period} turns`;
  return `Notice: ${what} came ${cycle.laps} times in a row with the same outcome. Repeating it again will not change it: take another way, or answer with what is known.`;
}

function isCycle(turns: Repetition, period: number): boolean {
  const from = turns.length - period * LAPS;
  if (from < 0) return false;
  for (let at = from; at + period < turns.length; at++) if (!sameTurn(turns[at], turns[at + period])) return false;
  return true;
}

function sameTurn(a: readonly RepeatedCall[] | undefined, b: readonly RepeatedCall[] | undefined): boolean {
  if (a === undefined || b === undefined || a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (!sameCall(a[at], b[at])) return false;
  return true;
}

/** Cheap comparisons come first: masking costs more than the rest of a step and is needed only for near repeats. */
function sameCall(a: RepeatedCall | undefined, b: RepeatedCall | undefined): boolean {
  if (a === undefined || b === undefined || a.name !== b.name) return false;
  return sameText(argsText(a), argsText(b)) && sameText(a.outcome, b.outcome);
}

function argsText(call: RepeatedCall): string {
  return typeof call.args === 'string' ? call.args : JSON.stringify(call.args);
}

/** Texts whose lengths differ by more than this differ in more than a time or an id. */
const MAX_LENGTH_DIFFERENCE = 64;

function sameText(a: string, b: string): boolean {
  if (a === b) return true;
  return Math.abs(a.length - b.length) <= MAX_LENGTH_DIFFERENCE && maskVolatile(a) === maskVolatile(b);
}
