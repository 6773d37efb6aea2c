import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ApprovalAnswer, ApprovalRequest, Approver, JsonObject } from 'tackroom';
import { describeError } from '../cli-error.js';
import { writeLine, type CommandIo } from '../io.js';
import { paint } from '../output/paint.js';
import { printable } from '../output/printable.js';
import { parseJsonObject } from '../parse-json.js';

const CHOICES = 'Run it? [y]es, [n]o (n TEXT says why), [e]dit, [a]lways in this session: ';
const EDIT = 'The arguments as one JSON object (empty: go back): ';

/**
 * Asks the person at the terminal, one request after another. Only a clear yes approves; an empty line and the end of the
 * input refuse, and what cannot be understood is asked again.
 */
export function terminalApprover(io: CommandIo): Approver {
  let last: Promise<unknown> = Promise.resolve();
  return {
    approve(request, signal) {
      const answer = last.then(() => ask(request, signal, io));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}

async function ask(request: ApprovalRequest, signal: AbortSignal, io: CommandIo): Promise<ApprovalAnswer> {
  // What happened before the request is shown before it.
  await nextTurn();
  const { yellow } = paint(io.stdout, io.env);
  writeLine(io, `\n${yellow('Approval needed:')} ${printable(request.reason)}\n${printable(request.text)}`);
  if (request.preview !== undefined) writeLine(io, printable(request.preview));
  if (request.suggestedGrants.length > 0) writeLine(io, printable(`"always" covers ${request.suggestedGrants.join(', ')}`));
  for (;;) {
    const line = await question(CHOICES, signal, io);
    const answer = line === undefined ? REFUSAL : await readAnswer(line.trim(), request, signal, io);
    if (answer !== undefined) return answer;
  }
}

const REFUSAL = { type: 'reject', by: 'terminal' } as const;

/** What a line means; undefined if the person is to be asked again. */
async function readAnswer(line: string, request: ApprovalRequest, signal: AbortSignal, io: CommandIo): Promise<ApprovalAnswer | undefined> {
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
      return edit(request, signal, io);
    case '':
    case 'n':
    case 'no':
      return rest === '' ? REFUSAL : { ...REFUSAL, message: rest };
    default:
      return undefined;
  }
}

async function edit(request: ApprovalRequest, signal: AbortSignal, io: CommandIo): Promise<ApprovalAnswer | undefined> {
  writeLine(io, printable(JSON.stringify(request.args)));
  const line = (await question(EDIT, signal, io))?.trim() ?? '';
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

/** One line of the person's; undefined at the end of the input. Rejects when the run is cancelled meanwhile. */
function question(prompt: string, signal: AbortSignal, io: CommandIo): Promise<string | undefined> {
  io.stdout.write(prompt);
  return new Promise((resolve, reject) => {
    // The terminal itself echoes and edits the line, so that an interrupt stays a signal of the process.
    const lines = createInterface({ input: io.stdin, terminal: false });
    const cancelled = (): void => {
      lines.close();
      reject(signal.reason as Error); // what the run was cancelled with
    };
    const settle = (line: string | undefined): void => {
      signal.removeEventListener('abort', cancelled);
      resolve(line);
      lines.close();
    };
    lines.once('line', settle);
    lines.once('close', () => settle(undefined));
    if (signal.aborted) cancelled();
    else signal.addEventListener('abort', cancelled, { once: true });
  });
}
