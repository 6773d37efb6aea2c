import { closestName } from 'tackroom';

/** A command of the conversation, as `/help` lists it. */
export interface ChatCommand {
  readonly name: string;
  /** What may follow the name. */
  readonly takes: string;
  readonly does: string;
}

/** Everything that can be typed with a slash before it. */
export const CHAT_COMMANDS: readonly ChatCommand[] = [
  { name: 'help', takes: '', does: 'list these commands' },
  { name: 'tools', takes: '[NAME]', does: 'list the tools, or show one whole' },
  { name: 'todos', takes: '', does: 'show the plan' },
  { name: 'approve', takes: '[N|all]', does: 'run a call that waits for approval' },
  { name: 'reject', takes: '[N|all] [WHY]', does: 'refuse a call that waits, and tell the model why' },
  { name: 'answer', takes: 'TEXT', does: 'answer a question that waits, in words or by the number of a choice' },
  {
    name: 'undo',
    takes: '',
    does: 'put back the files that the last turn changed, but not in node_modules and folders that .gitignore names',
  },
  { name: 'clear', takes: '', does: 'forget the conversation and begin anew' },
  { name: 'exit', takes: '', does: 'leave (also Ctrl-D)' },
];

/** What a typed line is. */
export type ChatLine =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'command'; readonly name: string; readonly rest: string }
  | { readonly kind: 'unknown'; readonly problem: string };

/** Reads a line. `//` at its beginning stands for a slash that belongs to the message. */
export function readChatLine(line: string): ChatLine {
  if (line.startsWith('//')) return { kind: 'message', text: line.slice(1) };
  const [, name, rest = ''] = /^\/(\S*)\s*(.*)$/s.exec(line) ?? [];
  if (name === undefined) return { kind: 'message', text: line };
  const meant = name === 'quit' ? 'exit' : name;
  const names = CHAT_COMMANDS.map((command) => command.name);
  if (names.includes(meant)) return { kind: 'command', name: meant, rest: rest.trim() };
  const near = closestName(meant, names);
  const instead = near === undefined ? '/help lists what there is.' : `Did you mean /${near}?`;
  return { kind: 'unknown', problem: `There is no command /${name}. ${instead} A message that begins with a slash is written with two.` };
}

/** Completes the name of a command, and the name of a tool after `/tools`. */
export function completeChatLine(line: string, tools: readonly string[]): readonly [readonly string[], string] {
  const [, tool] = /^\/tools\s+(\S*)$/.exec(line) ?? [];
  if (tool !== undefined) return [tools.filter((name) => name.startsWith(tool)), tool];
  const commands = CHAT_COMMANDS.map(({ name, takes }) => `/${name}${takes === '' ? '' : ' '}`);
  return [commands.filter((command) => command.startsWith(line)), line];
}
