import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';
import { readOwnOptions } from './own-options.js';
import { isKnown } from './read-shell-word.js';
import { isLoadedVariable } from './shell-variables.js';
import { hidden, INERT, NOTHING, type Started } from './started.js';
import type { Wrapper } from './wrapper.js';

/** The command behind the options, operands and assignments of a wrapper, and the shell lines in its options. */
export function unwrapWrapper(name: string, words: readonly string[], wrapper: Wrapper): Started {
  const why = `it cannot be told what ${name} runs`;
  const own = readOwnOptions(words, wrapper);
  // Options may follow an operand: "flock file -c line".
  const after = readOwnOptions(own.rest.slice(wrapper.operands ?? 0), wrapper);
  if (own.stop === 'inert' || after.stop === 'inert') return INERT;
  if (own.stop !== undefined || after.stop !== undefined) return hidden(why);
  const lines = [...own.lines, ...after.lines];
  if (wrapper.splits && lines.length > 0) return split(name, lines, after.rest);
  const { rest, sets } = withoutAssignments(wrapper.takesNoCommand ? [] : after.rest, wrapper);
  const command = started(withUnknown(rest, own.placeholder), wrapper);
  // Words that are left stand at the end, behind the name and `words`.
  const starts = command.commands.map(() => 1 + words.length - rest.length);
  if (wrapper.startsShell && lines.length === 0 && startsNothing(command)) return shellOf(name);
  const known = lines.filter(isKnown);
  const isHidden = known.length < lines.length || sets.some(isLoadedVariable);
  return {
    commands: command.commands,
    starts,
    lines: [...known, ...command.lines],
    code: [...known, ...command.code],
    ...(isHidden ? { hidden: why } : command.hidden === undefined ? {} : { hidden: command.hidden }),
  };
}

function startsNothing({ commands, lines, hidden: why }: Started): boolean {
  return commands.length === 0 && lines.length === 0 && why === undefined;
}

function shellOf(name: string): Started {
  return { ...hidden(`${name} starts a shell, which runs what its input says`), readsCode: true };
}

/** Quotes, escapes and variables in such a line are not those of a shell. What follows the options is added to it. */
function split(name: string, lines: readonly string[], rest: readonly string[]): Started {
  const [line = ''] = lines;
  if (lines.length > 1 || /[\\$#"'\uFFFF]/.test(line))
    return { ...hidden(`it cannot be told what ${name} runs`), code: lines.filter(isKnown) };
  const words = line.split(/\s+/).filter((word) => word !== '');
  const at = words.findIndex((word) => !/^[^=]+=/.test(word));
  if (at < 0) return hidden(`it cannot be told what ${name} runs`);
  const sets = words.slice(0, at).map((word) => word.split('=', 1)[0] ?? '');
  const isHidden = sets.some(isLoadedVariable) || words[at]?.startsWith('-') === true;
  return {
    ...NOTHING,
    commands: [[...words.slice(at), ...rest]],
    code: [line],
    ...(isHidden ? { hidden: `it cannot be told what ${name} runs` } : {}),
  };
}

function withoutAssignments(
  words: readonly string[],
  { assigns }: Wrapper,
): { readonly rest: readonly string[]; readonly sets: readonly string[] } {
  const end = assigns ? words.findIndex((word) => !/^[^=]+=/.test(word)) : 0;
  const at = end < 0 ? words.length : end;
  return { rest: words.slice(at), sets: words.slice(0, at).map((word) => word.split('=', 1)[0] ?? '') };
}

function withUnknown(words: readonly string[], placeholder: string | undefined): readonly string[] {
  return placeholder === undefined ? words : words.map((word) => word.replaceAll(placeholder, UNKNOWN_TEXT));
}

function started(words: readonly string[], { joins, adds }: Wrapper): Started {
  if (words.length === 0) return NOTHING;
  if (!joins) return { ...NOTHING, commands: [adds ? [...words, UNKNOWN_TEXT] : words] };
  if (!words.every(isKnown)) return hidden('it runs text that is not on the line');
  const line = words.join(' ');
  return { ...NOTHING, commands: [words], lines: [line], code: [line] };
}
