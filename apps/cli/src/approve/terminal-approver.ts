import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ApprovalAnswer, ApprovalRequest, Approver, JsonObject } from 'tackroom';
import { describeError } from '../cli-error.js';
import { writeLine, type CommandIo } from '../io.js';
import { paint } from '../output/paint.js';
import { printable } from '../output/printable.js';
import { parseJsonObject } from '../parse-json.js';
import type { PersonInput } from '../terminal/person-input.js';
import { grantLines } from './grant-lines.js';

const CHOICES = 'Run it? [y]es, [n]o (n TEXT says why), [e]dit, [a]lways in this session, [l]ater: ';
const EDIT = 'The arguments as one JSON object (empty: go back): ';

/**
 * Asks the person at the terminal, one request after another. Only a clear yes approves and an empty line refuses.
 * "Later", and the end of the input, leave the request open so that the run pauses; what is not understood is asked again.
 */
export function terminalApprover(person: PersonInput, io: CommandIo): Approver {
  let last: Promise<unknown> = Promise.resolve();
  return {
    approve(request, signal) {
      const answer = last.then(() => ask(request, signal, { person, io }));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}

interface Desk {
  readonly person: PersonInput;
  readonly io: CommandIo;
}

async function ask(request: ApprovalRequest, signal: AbortSignal, desk: Desk): Promise<ApprovalAnswer | undefined> {
  const { io, person } = desk;
  // What happened before the request is shown before it.
  await nextTurn();
  const { yellow } = paint(io.stdout, io.env);
  writeLine(io, `\n${yellow('Approval needed:')} ${printable(request.reason)}\n${printable(request.text)}`);
  if (request.preview !== undefined) writeLine(io, printable(request.preview));
  for (const row of grantLines(request.suggestedGrants, io.stdout.columns ?? 80)) writeLine(io, row);
  for (;;) {
    const line = await person.ask(CHOICES, { signal, fresh: true });
    const answer = line === undefined ? 'later' : await readAnswer(line.trim(), request, signal, desk);
    if (answer === 'later') return undefined;
    if (answer !== undefined) return answer;
  }
}

const REFUSAL = { type: 'reject', by: 'terminal' } as const;

/** What a line means; undefined if the person is to be asked again. */
async function readAnswer(
  line: string,
  request: ApprovalRequest,
  signal: AbortSignal,
  desk: Desk,
): Promise<ApprovalAnswer | 'later' | undefined> {
  const [word = '', rest = ''] = splitFirst(line);
  switch (rest === '' || word === 'n' || word === 'no' ? word.toLowerCase() : '?') {
    case 'y':
    case 'yes':
      return { type: 'approve', scope: 'once', by: 'terminal' };
    case 'a':
    case 'always':
      return { type: 'approve', scope: 'session', by: 'terminal' };
    case 'e':
    case 'edit':
      return edit(request, signal, desk);
    case 'l':
    case 'later':
      return 'later';
    case '':
    case 'n':
    case 'no':
      return rest === '' ? REFUSAL : { ...REFUSAL, message: rest };
    default:
      writeLine(desk.io, 'Type y, n, e, a or l, and press Enter.');
      return undefined;
  }
}

async function edit(request: ApprovalRequest, signal: AbortSignal, { person, io }: Desk): Promise<ApprovalAnswer | undefined> {
  const before = JSON.stringify(request.args);
  // What the terminal would show otherwise than it is must not be edited in place.
  const initial = person.editsLines && printable(before) === before ? { initial: before } : {};
  if (initial.initial === undefined) writeLine(io, printable(before));
  const line = (await person.ask(EDIT, { signal, fresh: true, ...initial }))?.trim() ?? '';
  if (line === '') return undefined;
  let args: JsonObject;
  try {
    args = parseJsonObject(line, 'What you wrote');
  } catch (error) {
    writeLine(io, describeError(error).message);
    return undefined;
  }
  return { type: 'edit', args, by: 'terminal' };
}

function splitFirst(line: string): readonly string[] {
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(line) ?? [];
  return [word, rest];
}
