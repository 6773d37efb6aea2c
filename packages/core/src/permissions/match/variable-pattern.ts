import type { SetVariable } from '../../contracts/shell-line.js';
import { compileGlob, isGlob } from '../../registry/glob.js';

/** A pattern for commands, with the variables that it names taken off its front. */
export interface VariablePattern {
  /** What is left: the pattern of the command itself. */
  readonly command: string;
  /** Whether it names all of these, and these are all that it names. */
  readonly names: (sets: readonly SetVariable[]) => boolean;
}

/** A variable of a pattern. A star in its value reaches to the end of the value and never into the command. */
const VARIABLE = /^([A-Za-z_]\w*)=('[^']*'|(?:[^\s'[]|\[[!^]?[^][^\]\s]*\])*)(?:\s+|$)/;

/**
 * Reads the variables in front of a permitting pattern: `CI=* npm test`, `FOO='a b' npm test`. A variable that can decide what
 * runs must be named with its very value, without a star.
 */
export function readVariablePattern(pattern: string): VariablePattern {
  const wanted: { readonly name: string; readonly matches: (value: string) => boolean; readonly isExact: boolean }[] = [];
  let command = pattern;
  for (let found = VARIABLE.exec(command); found !== null; found = VARIABLE.exec(command)) {
    const [whole, name = '', quoted = ''] = found;
    const value = quoted.replace(/^'(.*)'$/s, '$1');
    const isExact = !isGlob(value.replace(/\[[*?[]\]/g, ''));
    wanted.push({ name, matches: compileGlob(value), isExact });
    command = command.slice(whole.length);
  }
  return {
    command,
    names: (sets) =>
      wanted.every(({ name }) => sets.some((set) => set.name === name)) &&
      sets.every((set) => {
        const named = wanted.filter(({ name }) => name === set.name);
        if (named.length === 0) return set.isInert;
        return named.some(({ matches, isExact }) => matches(set.value) && (isExact || !set.isLoaded));
      }),
  };
}
