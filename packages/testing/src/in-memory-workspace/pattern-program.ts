/** One step of a compiled pattern. Numbers are indexes of steps. */
type Step =
  | { readonly op: 'take'; readonly test: (character: string) => boolean; readonly next: number }
  | { readonly op: 'fork'; readonly to: readonly number[] }
  | { readonly op: 'assert'; readonly holds: (before: string | undefined, after: string | undefined) => boolean; readonly next: number }
  | { readonly op: 'match' };

/** A part of a pattern: adds its steps, which go on at `next`, and gives the index of its first. */
export type Piece = (program: PatternProgram, next: number) => number;

/** Bound on the size of a compiled pattern; a search takes this many steps per character at most. */
const MAX_STEPS = 5000;

/** A pattern as a list of steps, all ways through it followed at once: time is linear in the text, whatever the pattern. */
export class PatternProgram {
  private readonly steps: Step[] = [{ op: 'match' }];
  private readonly start: number;

  /** Throws a RangeError for a pattern that needs more than 5 000 steps. */
  constructor(piece: Piece) {
    this.start = piece(this, 0);
  }

  /** Adds a step and gives its index. */
  add(step: Step): number {
    if (this.steps.length >= MAX_STEPS) throw new RangeError('the pattern is too large');
    return this.steps.push(step) - 1;
  }

  /** Changes where a fork leads, so that it can be made before what it leads to. */
  redirect(fork: number, to: readonly number[]): void {
    this.steps[fork] = { op: 'fork', to };
  }

  /** Where the first match to end ends, in code points; undefined if there is none. */
  search(text: readonly string[]): number | undefined {
    let states = new Set<number>();
    for (let at = 0; at <= text.length; at++) {
      const reached = this.reach([...states, this.start], text[at - 1], text[at]);
      if (reached.has(0)) return at;
      states = this.advance(reached, text[at]);
    }
    return undefined;
  }

  /** Whether the whole text matches. */
  matches(text: readonly string[]): boolean {
    let states: Set<number> = new Set([this.start]);
    for (let at = 0; at < text.length && states.size > 0; at++) {
      states = this.advance(this.reach([...states], text[at - 1], text[at]), text[at]);
    }
    return this.reach([...states], text.at(-1), undefined).has(0);
  }

  private reach(from: number[], before: string | undefined, after: string | undefined): Set<number> {
    const reached = new Set<number>();
    for (let state = from.pop(); state !== undefined; state = from.pop()) {
      if (reached.has(state)) continue;
      reached.add(state);
      const step = this.steps[state];
      if (step?.op === 'fork') from.push(...step.to);
      else if (step?.op === 'assert' && step.holds(before, after)) from.push(step.next);
    }
    return reached;
  }

  private advance(states: ReadonlySet<number>, character: string | undefined): Set<number> {
    const next = new Set<number>();
    if (character === undefined) return next;
    for (const state of states) {
      const step = this.steps[state];
      if (step?.op === 'take' && step.test(character)) next.add(step.next);
    }
    return next;
  }
}

/** One character that passes a test. */
export function take(test: (character: string) => boolean): Piece {
  return (program, next) => program.add({ op: 'take', test, next });
}

/** A condition on the characters around a place. */
export function assert(holds: (before: string | undefined, after: string | undefined) => boolean): Piece {
  return (program, next) => program.add({ op: 'assert', holds, next });
}

/** One piece after the other. */
export function sequence(pieces: readonly Piece[]): Piece {
  return (program, next) => pieces.reduceRight((following, piece) => piece(program, following), next);
}

/** Any of some pieces. */
export function either(options: readonly Piece[]): Piece {
  return (program, next) => program.add({ op: 'fork', to: options.map((option) => option(program, next)) });
}

/** A piece at least `min` and at most `max` times; `Infinity` is allowed. */
export function repeat(piece: Piece, min: number, max: number): Piece {
  return (program, next) => {
    let following = next;
    if (max === Infinity) {
      following = program.add({ op: 'fork', to: [] });
      program.redirect(following, [piece(program, following), next]);
    } else {
      for (let optional = min; optional < max; optional++) following = program.add({ op: 'fork', to: [piece(program, following), next] });
    }
    for (let required = 0; required < min; required++) following = piece(program, following);
    return following;
  };
}
