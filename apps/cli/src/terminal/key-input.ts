import { emitKeypressEvents, type Interface, type Key } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import type { CommandIo } from '../io.js';
import { asEditedLine } from './pasted-text.js';

/** Asks a terminal to say where a paste begins and ends, and no longer to. */
const SAY_PASTES = '\u001b[?2004h';
const SAY_NO_PASTES = '\u001b[?2004l';

/**
 * The keys of a terminal as readline reads them, where a paste arrives as one piece of text that ends no line: only the
 * Enter key does. While keys are read the terminal says what is pasted; it is told to stop whenever they are not, and when
 * the process ends.
 */
export class KeyInput extends Readable {
  /** What came of the paste under way; undefined if there is none. */
  private pasted: string | undefined;
  private dropping = false;
  private saysPastes = false;

  constructor(private readonly io: Pick<CommandIo, 'stdin' | 'stdout'>) {
    super({ read: () => undefined });
  }

  /** Begins to hand keys to the interface that reads from here. */
  feed(lines: Interface): void {
    const { stdin } = this.io;
    emitKeypressEvents(stdin, lines);
    const end = (): void => void this.push(null);
    stdin.on('keypress', this.takeKey).on('end', end);
    lines.once('close', () => void stdin.off('keypress', this.takeKey).off('end', end));
  }

  /** A paste that is under way brings nothing. */
  dropPaste(): void {
    this.dropping = this.pasted !== undefined;
  }

  /** Readline calls this wherever it takes the terminal and gives it back, also when the process is stopped and goes on. */
  setRawMode(raw: boolean): this {
    (this.io.stdin as Partial<ReadStream>).setRawMode?.(raw);
    if (raw === this.saysPastes) return this;
    this.saysPastes = raw;
    this.io.stdout.write(raw ? SAY_PASTES : SAY_NO_PASTES);
    if (raw) process.once('exit', this.leave);
    else process.off('exit', this.leave);
    return this;
  }

  override pause(): this {
    this.io.stdin.pause();
    return super.pause();
  }

  override resume(): this {
    this.io.stdin.resume();
    return super.resume();
  }

  private readonly leave = (): void => void this.setRawMode(false);

  private readonly takeKey = (text: string | undefined, key: Key): void => {
    if (key.name === 'paste-start') {
      this.pasted = '';
      this.dropping = false;
    } else if (key.name === 'paste-end') this.endPaste();
    else if (this.pasted === undefined) this.emit('keypress', text, key);
    // A sequence that begins with Escape comes without text: what is pasted moves nothing.
    else this.pasted += text ?? '';
  };

  private endPaste(): void {
    const line = this.dropping ? '' : asEditedLine(this.pasted ?? '');
    this.pasted = undefined;
    if (line !== '') this.emit('keypress', line, { sequence: line });
  }
}
