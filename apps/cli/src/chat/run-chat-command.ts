import type { AnsweredBy } from 'tackroom';
import { readChoice } from '../approve/read-choice.js';
import { personName, signedBy } from '../approve/who-answers.js';
import { describeError } from '../cli-error.js';
import { formatTable } from '../output/format-table.js';
import { paint } from '../output/paint.js';
import { printable } from '../output/printable.js';
import { usageOf } from '../operator/complete-tool-line.js';
import { wrapCells } from '../terminal/cells.js';
import { shownName } from '../undo/byte-names.js';
import type { RestoredPath } from '../undo/restored-path.js';
import { planLines } from '../view/plan-lines.js';
import { CHAT_COMMANDS } from './chat-command.js';
import type { Conversation } from './conversation.js';
import { decideWaiting, listLeft, waitingQuestions, type Decided } from './pending-items.js';

/** Writes a text for the person. */
type Say = (text: string) => void;

/** Runs one command of the conversation but `/exit`. */
export async function runChatCommand(name: string, rest: string, conversation: Conversation, say: Say): Promise<void> {
  switch (name) {
    case 'help':
      return say(listCommands(widthOf(conversation)));
    case 'tools':
      return say(rest === '' ? listTools(conversation) : showTool(rest, conversation));
    case 'todos':
      return say(showPlan(conversation));
    case 'approve':
      return decide(conversation, say, (state) => decideWaiting(state, rest, (paused, id) => paused.approve(id, who(conversation))));
    case 'reject':
      return decide(conversation, say, (state) => reject(state, rest, who(conversation)));
    case 'answer':
      return decide(conversation, say, (state) => answer(state, rest, who(conversation)));
    case 'undo':
      return undo(conversation, say);
    case 'clear':
      return say(clear(conversation));
  }
}

/** Below this width what a command does stands under it. */
const NARROW = 60;

function listCommands(width: number): string {
  const rows = CHAT_COMMANDS.map(({ name, takes, does }) => [`/${name} ${takes}`.trimEnd(), does]);
  return (width < NARROW ? rows.map(([command, does]) => `${command}\n  ${does}`) : formatTable(rows, width)).join('\n');
}

function widthOf({ parts }: Conversation): number {
  return parts.desk.io.stdout.columns ?? Infinity;
}

function listTools(conversation: Conversation): string {
  const tools = conversation.parts.desk.agent.tools.list();
  const rows = tools.map((tool) => [tool.name, tool.riskLevel, printable(tool.description.split('\n', 1)[0] ?? '')]);
  return formatTable(rows, widthOf(conversation)).join('\n');
}

function showTool(name: string, conversation: Conversation): string {
  const { parts } = conversation;
  const tools = parts.desk.agent.tools.list();
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) return `There is no tool ${name}. There are: ${tools.map((each) => each.name).join(', ')}.`;
  const { bold } = paint(parts.desk.io.stdout, parts.desk.io.env);
  const parameters = Object.entries(tool.inputSchema.properties ?? {}).map(([key, schema]) => {
    const description = typeof schema === 'object' ? (schema.description ?? '') : '';
    return `  ${key}: ${printable(description)}`;
  });
  const width = Math.min(widthOf(conversation), 120);
  const wrap = (text: string): readonly string[] => text.split('\n').flatMap((line) => wrapCells(line, width));
  return [...wrap(usageOf(tool)).map(bold), ...wrap(printable(tool.description)), ...parameters.flatMap(wrap)].join('\n');
}

function showPlan(conversation: Conversation): string {
  const { desk } = conversation.parts;
  if (conversation.todos.length === 0) return 'There is no plan.';
  return planLines(conversation.todos, Math.min(widthOf(conversation), 120), paint(desk.io.stdout, desk.io.env)).join('\n');
}

function who({ parts }: Conversation): AnsweredBy {
  return signedBy(personName(parts.desk.flags));
}

function reject(state: Conversation['paused'], rest: string, by: AnsweredBy): Decided {
  const [, number = '', why = ''] = /^(?:(\d+|all)(?=\s|$))?\s*(.*)$/s.exec(rest) ?? [];
  const message = why === '' ? {} : { message: why };
  return decideWaiting(state, number, (paused, id) => paused.reject(id, { ...by, ...message }));
}

function answer(state: Conversation['paused'], text: string, by: AnsweredBy): Decided {
  const [question] = waitingQuestions(state);
  if (state === undefined || question === undefined) return { problem: 'No question waits for an answer.' };
  return text === ''
    ? { problem: 'Write the answer after /answer.' }
    : { state: state.answer(question.id, readChoice(text, question.choices), by) };
}

/** A run goes on when nothing of it waits any more. */
async function decide(conversation: Conversation, say: Say, decideOn: (state: Conversation['paused']) => Decided): Promise<void> {
  let decided: Decided;
  try {
    decided = decideOn(conversation.paused);
  } catch (error) {
    return say(describeError(error).message);
  }
  if ('problem' in decided) return say(decided.problem);
  if (decided.state.pending.length === 0) return conversation.resume(decided.state);
  conversation.keep(decided.state);
  say(listLeft(decided.state));
}

function clear(conversation: Conversation): string {
  const left = conversation.paused?.pending.length ?? 0;
  conversation.clear();
  const given = left === 0 ? '' : ` ${left} ${left === 1 ? 'call that waited is' : 'calls that waited are'} given up.`;
  return `The conversation is forgotten, with its plan and what was always allowed.${given}`;
}

async function undo({ parts }: Conversation, say: Say): Promise<void> {
  if (parts.undo.root === undefined) return say('Files cannot be put back here: the tools do not work in one directory of this machine.');
  await parts.undo.endTurn(); // between two calls of a turn, what they did so far
  const undone = await parts.undo.undo();
  const gap = parts.undo.gap === undefined ? '' : `\nNot everything can be undone: ${parts.undo.gap}.`;
  if (undone === undefined) return say(`No turn of this conversation changed files.${gap}`);
  const lines = undone.files.map((file) => printable(tellRestored(file)));
  const again = undone.isLeft ? '\nWhat could not be put back is still there to be undone: /undo tries it again.' : '';
  const aside = undone.aside === undefined ? '' : `\nWhat was taken away is kept in ${printable(undone.aside)}.`;
  say(`${lines.join('\n')}${aside}${again}${gap}`);
}

function tellRestored({ path: whole, outcome, reason = '' }: RestoredPath): string {
  const path = shownName(whole);
  if (outcome === 'failed') return `could not put back ${path}: ${reason}`;
  return outcome === 'kept' ? `left ${path} as it is: ${reason}` : `${outcome} ${path}`;
}
