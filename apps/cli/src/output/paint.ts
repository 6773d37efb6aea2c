import type { CommandOutput } from '../io.js';

/** Colours a text for a terminal, or leaves it. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

/** The colours of an output: none unless it is a terminal, and none where `NO_COLOR` is set or the terminal is `dumb`. */
export function paint(output: CommandOutput, env: Readonly<Record<string, string | undefined>>): Paint {
  const on = hasColours(output, env);
  const style =
    (start: number, end: number) =>
    (text: string): string =>
      on ? `\u001b[${start}m${text}\u001b[${end}m` : text;
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    green: style(32, 39),
    yellow: style(33, 39),
    cyan: style(36, 39),
  };
}

/** Whether an output is a terminal that wants colours. */
export function hasColours(output: CommandOutput, env: Readonly<Record<string, string | undefined>>): boolean {
  return output.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
}
