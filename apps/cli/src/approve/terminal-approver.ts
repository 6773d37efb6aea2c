import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ApprovalAnswer, ApprovalRequest, Approver } from 'tackroom';
import { describeError } from '../cli-error.js';
import { writeLine, type CommandIo } from '../io.js';
import { paint } from '../output/paint.js';
import { printable } from '../output/printable.js';
import { parseJsonObject } from '../parse-json.js';
import type { PersonInput } from '../terminal/person-input.js';
import { editInEditor, editorOf } from './edit-in-editor.js';
import { grantLines } from './grant-lines.js';
import { signedBy } from './who-answers.js';

const CHOICES = 'Run it? [y]es, [n]o (n TEXT says why), [e]dit, [a]lways in this session, [l]ater: ';
const EDIT = 'The arguments as one JSON object (empty: go back): ';

/**
 * Asks the person at the terminal, one request after another. Only a clear yes approves and an empty line refuses.
 * "Later", and the end of the input, leave the request open so that the run pauses; what is not understood is asked again.
 * `name` is the person's: a request that others must answer is left open, too.
 */
export function terminalApprover(person: PersonInput, io: CommandIo, name: string): Approver {
  let last: Promise<unknown> = Promise.resolve();
  return {
    approve(request, signal) {
      const answer = last.then(() => ask(request, signal, { person, io, name }));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}

interface Desk {
  readonly person: PersonInput;
  readonly io: CommandIo;
  readonly name: string;
}

async function ask(request: ApprovalRequest, signal: AbortSignal, desk: Desk): Promise<ApprovalAnswer | undefined> {
  const { io, person, name } = desk;
  // What happened before the request is shown before it.
  await nextTurn();
  const { yellow } = paint(io.stdout, io.env);
  writeLine(io, `\n${yellow('Approval needed:')} ${printable(request.reason)}\n${printable(request.text)}`);
  if (request.preview !== undefined) writeLine(io, printable(request.preview));
  if (request.approvers?.includes(name) === false) {
    const who = request.approvers.length === 0 ? 'nobody' : request.approvers.join(', ');
    writeLine(io, printable(`You are ${name}, and this is for ${who} to answer. It stays open.`));
    return undefined;
  }
  for (const row of grantLines(request.suggestedGrants, io.stdout.columns ?? 80)) writeLine(io, row);
  for (;;) {
    const line = await person.ask(CHOICES, { signal, fresh: true });
    const answer = line === undefined ? 'later' : await readAnswer(line.trim(), request, signal, desk);
    if (answer === 'later') return undefined;
    if (answer !== undefined) return answer;
  }
}

/** What a line means; undefined if the person is to be asked again. */
async function readAnswer(
  line: string,
  request: ApprovalRequest,
  signal: AbortSignal,
  desk: Desk,
): Promise<ApprovalAnswer | 'later' | undefined> {
  const [word = '', rest = ''] = splitFirst(line);
  const who = signedBy(desk.name);
  switch (rest === '' || word === 'n' || word === 'no' ? word.toLowerCase() : '?') {
    case 'y':
    case 'yes':
      return { type: 'approve', scope: 'once', ...who };
    case 'a':
    case 'always':
      return { type: 'approve', scope: 'session', ...who };
    case 'e':
    case 'edit':
      return edit(request, signal, desk);
    case 'l':
    case 'later':
      return 'later';
    case '':
    case 'n':
    case 'no':
      return { type: 'reject', ...(rest === '' ? {} : { message: rest }), ...who };
    default:
      writeLine(desk.io, 'Type y, n, e, a or l, and press Enter.');
      return undefined;
  }
}

/** In the person's editor where they have one and a terminal for it, else on a line. */
async function edit(request: ApprovalRequest, signal: AbortSignal, desk: Desk): Promise<ApprovalAnswer | undefined> {
  const { person, io, name } = desk;
  const editor = person.editsLines ? editorOf(io.env) : undefined;
  const before = JSON.stringify(request.args, null, 2);
  try {
    const text =
      editor === undefined ? await editOnLine(request, signal, desk) : await person.lend(() => editInEditor(`${before}\n`, editor));
    if (text.trim() === '') return undefined;
    if (text.trim() !== before) return { type: 'edit', args: parseJsonObject(text, 'What you wrote'), ...signedBy(name) };
    writeLine(io, 'Nothing was changed.');
  } catch (error) {
    writeLine(io, printable(describeError(error).message));
  }
  return undefined;
}

async function editOnLine(request: ApprovalRequest, signal: AbortSignal, { person, io }: Desk): Promise<string> {
  const before = JSON.stringify(request.args);
  // What the terminal would show otherwise than it is must not be edited in place.
  const initial = person.editsLines && printable(before) === before ? { initial: before } : {};
  if (initial.initial === undefined) writeLine(io, printable(before));
  return (await person.ask(EDIT, { signal, fresh: true, ...initial })) ?? '';
}

function splitFirst(line: string): readonly string[] {
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(line) ?? [];
  return [word, rest];
}
