import type { HarnessEvent, RunResult } from 'tackroom';
import type { CommandIo } from '../io.js';
import { contentText } from '../output/content-text.js';
import { cut } from '../output/format-table.js';
import { paint, type Paint } from '../output/paint.js';
import { printable } from '../output/printable.js';
import type { RunView, ViewOptions } from './run-view.js';
import { syncLines } from './sync-lines.js';

/** Longest line of a call or a result that is shown while a run goes on; the whole is in the transcript. */
const MAX_LINE = 200;

/** Shows a run where lines cannot be redrawn: text as it streams, a line per call and per result. */
export class PlainView implements RunView {
  private atLineStart = true;
  private readonly paint: Paint;
  private readonly width: number;
  /** Requests that the person is being asked about at this terminal, and what is held back meanwhile to keep the prompt whole. */
  private readonly asking = new Set<string>();
  private held = '';

  /** `asks`: the person is asked at this terminal. */
  constructor(
    private readonly io: CommandIo,
    private readonly options: Omit<ViewOptions, 'json'> & { readonly asks: boolean },
  ) {
    this.paint = paint(io.stdout, io.env);
    this.width = Math.min(io.stdout.columns ?? MAX_LINE, MAX_LINE);
  }

  /** Shows one event, or nothing if it says nothing to a person. */
  show(event: HarnessEvent): void {
    const { dim, green, red, yellow, cyan } = this.paint;
    switch (event.type) {
      case 'text-delta':
        if (!(this.options.personAnswers && this.options.asks)) this.write(printable(event.text));
        break;
      case 'text-start':
        // Another answer, not more of the one before: the model may have been reminded of its plan.
        this.endLine();
        break;
      case 'tool-call':
        this.line('→', cyan, this.brief(`${event.toolName} ${JSON.stringify(event.args ?? {})}`));
        break;
      case 'tool-result':
        this.line(event.success ? '✓' : '✗', event.success ? green : red, this.summary(`${event.toolName}: ${contentText(event.content)}`));
        break;
      case 'tool-retry':
        this.line('…', dim, `${event.toolName} is tried again: ${event.reason}`);
        break;
      case 'approval-request':
        if (this.options.asks) this.asking.add(event.id);
        else this.line('?', yellow, `${event.toolName} needs approval`);
        break;
      case 'approval-answer':
        this.answered(event.id);
        break;
      case 'question':
        if (!this.options.asks) this.line('?', yellow, `${event.toolName} asks a question`);
        break;
      case 'waiting':
        this.line('…', dim, `waiting for the ${event.on} for ${event.seconds} s`);
        break;
      case 'attempt-reset':
        this.line('…', dim, 'the reply broke off and starts again');
        break;
      case 'todos-update':
        for (const { content, status } of event.todos) {
          const [mark, color] = status === 'completed' ? ['☑', green] : status === 'in_progress' ? ['▸', yellow] : ['☐', dim];
          this.line(mark, color, this.brief(content.trim().replace(/\s+/g, ' ')));
        }
        break;
      case 'repetition':
        this.line('…', dim, 'the same calls come again and again');
        break;
      case 'sandbox-sync':
        for (const { text, isWarning } of syncLines(event)) this.line(isWarning ? '!' : '…', isWarning ? yellow : dim, text);
        break;
      case 'error':
        this.line('!', red, `${event.message} [${event.code}]`);
        break;
      default:
    }
  }

  /** Shows how the run ended, or what it waits for. */
  end(_event: HarnessEvent, result: RunResult): void {
    if (this.asking.size > 0) this.held = `\n${this.held}`;
    this.asking.clear();
    this.write('');
    const { red, yellow } = this.paint;
    if (result.error !== undefined) this.line('failed:', red, `${result.error.message} [${result.error.code}]`);
    else if (result.pending.length > 0) this.options.showPause(result);
    else if (!result.ok) this.line('stopped:', yellow, result.stopReason);
    this.endLine();
  }

  hold(): () => void {
    this.endLine();
    return () => undefined;
  }

  /** Nothing moves here. */
  close(): void {}

  private endLine(): void {
    if (!this.atLineStart) this.write('\n');
  }

  private line(mark: string, color: (text: string) => string, text: string): void {
    this.endLine();
    this.write(`${color(mark)} ${printable(text)}\n`);
  }

  /** The first line, as far as it fits beside a mark. */
  private brief(text: string, room = 2): string {
    return cut(text, this.width - room);
  }

  /** The same, and how much more there is. */
  private summary(text: string): string {
    const [line = ''] = text.split('\n', 1);
    const more = text.length > line.length ? ` (+${text.length - line.length} characters)` : '';
    return `${this.brief(text, 2 + more.length)}${more}`;
  }

  private answered(id: string): void {
    this.asking.delete(id);
    if (this.asking.size === 0) this.write('');
  }

  private write(text: string): void {
    this.held += text;
    if (this.held === '') return;
    this.atLineStart = this.held.endsWith('\n');
    if (this.asking.size > 0) return;
    this.io.stdout.write(this.held);
    this.held = '';
  }
}
