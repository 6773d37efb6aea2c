import type { OperatorTurn, ToolDefinition } from 'tackroom';
import { ExitCode } from '../exit-code.js';
import { isTerminal, writeLine } from '../io.js';
import { askOperator } from '../operator/ask-operator.js';
import { completeToolLine } from '../operator/complete-tool-line.js';
import { keptResultIds } from '../operator/kept-results.js';
import { mentionsSecret } from '../operator/mentions-secret.js';
import { readOperatorLine } from '../operator/read-operator-line.js';
import { paint } from '../output/paint.js';
import { wrapLines } from '../output/wrap-lines.js';
import type { AgentDesk } from '../run-agent.js';
import type { Complete } from '../terminal/person-input.js';
import { completeChatLine, readChatLine } from './chat-command.js';
import type { Conversation } from './conversation.js';
import { runChatCommand } from './run-chat-command.js';

const PROMPT = 'you › ';

/** Where the person types, and reads. */
export type ChatDesk = Pick<AgentDesk, 'flags' | 'io' | 'person'>;

/**
 * Reads what the person types, line by line: commands of the conversation, and what is said to the agent. Where the person
 * is the model too, a call can be typed at once, and the commands work in between as well.
 */
export class Chat {
  private conversation: Conversation | undefined;
  private leaving = false;
  /** A call that was typed in place of a message; it is the model's first reply. */
  private ready: string | undefined;
  private hinted = false;

  /** `interruptCommand` is what ^C means where no run can be stopped. */
  constructor(
    private readonly desk: ChatDesk,
    private readonly interruptCommand: () => void,
  ) {}

  /** What a person who is the model is asked with. */
  readonly ask = askOperator({
    io: this.desk.io,
    person: this.desk.person,
    readLine: (turn, prompt) => this.readReply(turn, prompt),
  });

  /** Talks until the person leaves or the input ends. Gives the exit code of the newest run, at a terminal 0. */
  async talk(conversation: Conversation): Promise<ExitCode> {
    this.conversation = conversation;
    try {
      for (let text = await this.readMessage(conversation); text !== undefined; text = await this.readMessage(conversation)) {
        await this.say(conversation, text);
      }
    } catch (error) {
      if (!this.desk.io.signal.aborted) throw error;
    }
    if (this.desk.io.signal.aborted) return ExitCode.cancelled;
    return isTerminal(this.desk.io) && conversation.paused === undefined ? ExitCode.success : conversation.exitCode;
  }

  /** What ^C means: it stops the run, else the whole command. */
  interrupt(): void {
    if (this.conversation?.interrupt() === true) this.desk.io.stderr.write('Stopping. Ctrl-C again ends the chat.\n');
    else this.interruptCommand();
  }

  private async say(conversation: Conversation, text: string): Promise<void> {
    if (conversation.personAnswers) {
      const meant = readOperatorLine(text, this.tools());
      if (meant.kind === 'mistake') return this.tell(meant.problem);
      if (meant.kind === 'call') this.ready = text;
    }
    try {
      await conversation.say(text);
    } finally {
      this.ready = undefined; // of a run that ended before the model was asked
    }
  }

  /** The next thing that is said to the agent; undefined when the person leaves. */
  private async readMessage(conversation: Conversation): Promise<string | undefined> {
    while (!this.leaving) {
      const text = await this.readLine(PROMPT, this.completeMessage(conversation), this.desk.io.signal);
      if (text === undefined) break;
      if (text.trim() === '') continue;
      if (conversation.paused === undefined) return text;
      this.tell('A call waits for you: /approve or /reject it first.');
    }
    return undefined;
  }

  /** The model's next line from the person who is the model. */
  private async readReply(turn: OperatorTurn, prompt: string): Promise<string> {
    const { ready } = this;
    this.ready = undefined;
    if (ready !== undefined) return ready;
    if (!this.hinted) this.tell('You are the model: call a tool, or give the answer in words. An empty line ends your turn.');
    this.hinted = true;
    // Who leaves has nothing more to say as the model either.
    return (await this.readLine(prompt, completeReply(turn), turn.signal)) ?? '';
  }

  /** A line that is no command; commands are run on the way. Undefined when the person leaves or the input ends. */
  private async readLine(prompt: string, complete: Complete, signal: AbortSignal | undefined): Promise<string | undefined> {
    for (;;) {
      const line = await this.readWhole(prompt, complete, signal);
      const read = line === undefined ? undefined : readChatLine(line);
      if (read?.kind === 'message') return read.text;
      if (read === undefined || (read.kind === 'command' && read.name === 'exit')) {
        this.leaving = true;
        return undefined;
      }
      if (read.kind === 'unknown') this.tell(read.problem);
      else if (this.conversation !== undefined) await this.runCommand(this.conversation, read.name, read.rest);
      if (this.leaving) return undefined; // said in a run that the command went on with
    }
  }

  /** Lines that end in a backslash go on in the next one. */
  private async readWhole(prompt: string, complete: Complete, signal: AbortSignal | undefined): Promise<string | undefined> {
    const { person, io } = this.desk;
    const lines: string[] = [];
    for (;;) {
      const shown = isTerminal(io) ? (lines.length === 0 ? paint(io.stdout, io.env).bold(prompt) : '… ') : '';
      const line = await person.ask(shown, {
        remember: (last) => !mentionsSecret([...lines, last].join('\n'), this.tools()),
        complete,
        // What was typed before a request was shown must not approve it.
        fresh: this.conversation?.paused !== undefined,
        ...(signal === undefined ? {} : { signal }),
        onInterrupt: (typed) => this.onInterrupt(typed),
      });
      if (line === undefined) return lines.length === 0 ? undefined : lines.join('\n');
      if (!line.endsWith('\\')) return [...lines, line].join('\n');
      lines.push(line.slice(0, -1));
    }
  }

  /** At a prompt ^C clears what is typed; with nothing typed it stops the run, and without a run it says how to leave. */
  private onInterrupt(typed: string): void {
    const { person } = this.desk;
    if (typed !== '') return person.clearLine();
    if (this.conversation?.interrupt() === true) return;
    this.tell('\nCtrl-D or /exit leaves.');
    person.showAgain();
  }

  private async runCommand(conversation: Conversation, name: string, rest: string): Promise<void> {
    if (conversation.running && !IN_A_RUN.has(name)) return this.tell(`End the turn first: /${name} works between turns.`);
    await runChatCommand(name, rest, conversation, (text) => this.tell(text));
  }

  private completeMessage({ personAnswers }: Conversation): Complete {
    const names = this.tools().map(({ name }) => name);
    return (line) => {
      if (line.startsWith('/') || !personAnswers) return completeChatLine(line, names);
      return completeToolLine(this.tools())(line);
    };
  }

  private tools(): readonly ToolDefinition[] {
    return this.conversation?.parts.desk.agent.tools.list() ?? [];
  }

  /** Words of the command itself: with `--json` they are no events. */
  private tell(text: string): void {
    const { io, flags } = this.desk;
    if (flags.json === true) io.stderr.write(`${text}\n`);
    else writeLine(io, wrapLines(text, io.stdout));
  }
}

/** What may be asked for in the middle of a run. */
const IN_A_RUN: ReadonlySet<string> = new Set(['help', 'tools', 'todos', 'undo']);

function completeReply({ tools, messages }: OperatorTurn): Complete {
  const names = tools.map(({ name }) => name);
  const completeCall = completeToolLine(tools, keptResultIds(messages));
  return (line) => (line.startsWith('/') ? completeChatLine(line, names) : completeCall(line));
}
