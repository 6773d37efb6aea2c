import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReadStream } from 'node:tty';
import { isTerminal, type CommandIo } from '../io.js';
import { KeyInput } from './key-input.js';
import { asSaid, asShown } from './pasted-text.js';

/** What completes a line: candidates for the text that they begin with. */
export type Complete = (line: string) => readonly [candidates: readonly string[], completes: string];

/** How one question is asked. */
export interface LineOptions {
  /** Takes the question back; it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Completes the line on Tab. */
  readonly complete?: Complete;
  /** Whether the answer can be called back with the arrow keys, and is kept for later conversations. */
  readonly remember?: boolean | ((line: string) => boolean);
  /** An answer to what is shown now: lines that were typed before at a terminal do not count. */
  readonly fresh?: boolean;
  /** What stands in the line already, where lines can be edited. */
  readonly initial?: string;
  /** What ^C does while the question stands; without it the command is interrupted. Gets what is typed so far. */
  readonly onInterrupt?: (typed: string) => void;
}

/** What is special about a person. */
export interface PersonOptions {
  /** Lines that the arrow keys bring back, newest first. */
  readonly history?: readonly string[];
  /** Nothing is shown, no prompt either: the output is for a program. */
  readonly silent?: boolean;
}

/** What was typed before may still lie with the terminal, unread; it has arrived after this many milliseconds. */
const SETTLE_MS = 80;

interface Question {
  readonly settle: (line: string | undefined) => void;
  readonly options: LineOptions;
}

/**
 * The person at the input: asks one question after another, and keeps lines that came before they were asked for. At a
 * terminal the line can be edited, completed and called back; what is typed between questions is not shown until the next
 * one; and what is pasted is part of one line, with its line breaks, until Enter is pressed. Anything else is read line by line. Whoever makes one closes it.
 */
export class PersonInput {
  private lines: Interface | undefined;
  private keys: KeyInput | undefined;
  private readonly waiting: string[] = [];
  private question: Question | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private ended = false;
  private muted = true;
  /** Newest first, as readline keeps them. */
  private history: string[];

  constructor(
    private readonly io: CommandIo,
    private readonly options: PersonOptions = {},
  ) {
    this.history = [...(options.history ?? [])];
  }

  /** Whether the line is edited here, key by key. */
  get editsLines(): boolean {
    const { stdin, env } = this.io;
    return this.isShown && env['TERM'] !== 'dumb' && typeof (stdin as Partial<ReadStream>).setRawMode === 'function';
  }

  private get isShown(): boolean {
    return this.options.silent !== true && isTerminal(this.io);
  }

  /** What was remembered, newest first. */
  get remembered(): readonly string[] {
    return this.history.map(asSaid);
  }

  /** Starts to listen before the first question: ^C interrupts, and lines are kept. */
  open(): void {
    this.lines ??= this.listen();
  }

  /** One line; undefined at the end of the input. Questions are asked one at a time, in the order they came. */
  ask(prompt: string, options: LineOptions = {}): Promise<string | undefined> {
    const answer = this.last.then(() => this.askNow(prompt, options));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  /** Takes away what is typed so far. */
  clearLine(): void {
    this.dropTyped();
  }

  /** Shows the question that stands once more, below what was printed. */
  showAgain(): void {
    if (this.question !== undefined) this.lines?.prompt(true);
  }

  /** Leaves the terminal to somebody else until they are done with it. Nothing that is typed meanwhile is an answer. */
  async lend<T>(use: () => Promise<T>): Promise<T> {
    this.lines?.pause();
    this.keys?.setRawMode(false);
    try {
      return await use();
    } finally {
      this.keys?.setRawMode(true);
      this.lines?.resume();
    }
  }

  /** Gives the terminal back. */
  close(): void {
    this.lines?.close();
    this.lines = undefined;
    this.ended = true;
  }

  private async askNow(prompt: string, options: LineOptions): Promise<string | undefined> {
    const { signal } = options;
    signal?.throwIfAborted();
    this.open();
    if (options.fresh === true && isTerminal(this.io)) {
      await wait(SETTLE_MS);
      signal?.throwIfAborted();
      this.dropTyped();
    }
    const early = this.waiting.shift();
    this.show(prompt, early === undefined ? options.initial : undefined);
    if (early !== undefined || this.ended) return early;
    return new Promise((resolve, reject) => {
      const release = this.editsLines ? this.io.divertStderr((text) => this.printAbove(text)) : undefined;
      const done = (): void => {
        release?.();
        this.question = undefined;
        this.muted = true;
        signal?.removeEventListener('abort', cancelled);
      };
      const cancelled = (): void => {
        done();
        if (this.isShown) this.io.stdout.write('\n');
        reject(signal?.reason as Error); // likewise
      };
      const settle = (line: string | undefined): void => {
        done();
        if (line === undefined && this.editsLines) this.io.stdout.write('\n');
        resolve(line);
      };
      this.question = { settle, options };
      signal?.addEventListener('abort', cancelled, { once: true });
    });
  }

  /** What somebody else prints while a question stands: above it, and the question once more. */
  private printAbove(text: string): void {
    this.io.stdout.write(`\r\u001b[J${text}${text.endsWith('\n') ? '' : '\n'}`);
    this.lines?.prompt(true);
  }

  private show(prompt: string, initial: string | undefined): void {
    this.muted = false;
    if (!this.isShown) return;
    if (!this.editsLines) {
      this.io.stdout.write(prompt);
      return;
    }
    this.lines?.setPrompt(prompt);
    this.lines?.prompt(true);
    if (initial !== undefined) this.lines?.write(initial);
  }

  private dropTyped(): void {
    this.waiting.length = 0;
    this.keys?.dropPaste();
    if (this.editsLines) this.lines?.write(null, { ctrl: true, name: 'e' });
    if (this.editsLines) this.lines?.write(null, { ctrl: true, name: 'u' });
  }

  private listen(): Interface {
    const lines = this.editsLines ? this.listenToKeys() : createInterface({ input: this.io.stdin, terminal: false });
    lines.on('line', (line) => this.take(line));
    lines.on('close', () => {
      this.ended = true;
      this.question?.settle(undefined);
    });
    return lines;
  }

  private listenToKeys(): Interface {
    const { io } = this;
    const output = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (!this.muted) io.stdout.write(asShown(chunk.toString()));
        done();
      },
    });
    Object.defineProperty(output, 'columns', { get: () => io.stdout.columns });
    const keys = new KeyInput(io);
    const lines = createInterface({
      input: keys,
      output,
      terminal: true,
      history: [...this.history],
      historySize: 500,
      removeHistoryDuplicates: true,
      tabSize: 2,
      completer: (line: string) => this.question?.options.complete?.(asSaid(line)) ?? [[], line],
    });
    lines.on('history', (history) => {
      if (!this.remembers(asSaid(history[0] ?? ''))) history.shift();
      this.history = [...history];
    });
    lines.on('SIGINT', () => {
      const onInterrupt = this.question?.options.onInterrupt;
      if (onInterrupt === undefined) return io.interrupt();
      onInterrupt(asSaid(lines.line));
    });
    keys.feed(lines);
    this.keys = keys;
    return lines;
  }

  private remembers(line: string): boolean {
    const { remember = false } = this.question?.options ?? {};
    return !/^\s/.test(line) && (typeof remember === 'function' ? remember(line) : remember);
  }

  private take(line: string): void {
    const said = asSaid(line);
    if (this.question === undefined) this.waiting.push(said);
    else this.question.settle(said);
  }
}
