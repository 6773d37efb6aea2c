import type { HarnessEvent } from 'tackroom';
import type { CommandIo } from '../io.js';
import { contentText } from './content-text.js';

/** Longest line of a result that is shown while a run goes on; the whole is in the transcript. */
const MAX_RESULT_LINE = 100;

/** Shows a run to a person as it happens: text as it streams, a line per call and per result. */
export class LiveText {
  private atLineStart = true;

  constructor(private readonly io: CommandIo) {}

  /** Shows one event, or nothing if it says nothing to a person. */
  show(event: HarnessEvent): void {
    switch (event.type) {
      case 'text-delta':
        this.write(event.text);
        break;
      case 'tool-call':
        this.line(`→ ${event.toolName} ${JSON.stringify(event.args ?? {})}`);
        break;
      case 'tool-result':
        this.line(`${event.success ? '✓' : '✗'} ${event.toolName}: ${firstLine(contentText(event.content))}`);
        break;
      case 'tool-retry':
        this.line(`… ${event.toolName} is tried again: ${event.reason}`);
        break;
      case 'approval-request':
        this.line(`? ${event.toolName} needs approval (${event.id})`);
        break;
      case 'waiting':
        this.line(`… waiting for the ${event.on} for ${event.seconds} s`);
        break;
      case 'attempt-reset':
        this.line('… the reply broke off and starts again');
        break;
      case 'run-finish':
        if (event.status === 'failed')
          this.line(`failed: ${event.error?.message ?? event.stopReason} [${event.error?.code ?? event.stopReason}]`);
        else if (!event.ok) this.line(`stopped: ${event.stopReason}`);
        this.endLine();
        break;
      default:
    }
  }

  private line(text: string): void {
    this.endLine();
    this.write(`${text}\n`);
  }

  private endLine(): void {
    if (!this.atLineStart) this.write('\n');
  }

  private write(text: string): void {
    if (text === '') return;
    this.io.stdout.write(text);
    this.atLineStart = text.endsWith('\n');
  }
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  const shown = line.length > MAX_RESULT_LINE ? `${line.slice(0, MAX_RESULT_LINE)}…` : line;
  const more = text.length - line.length;
  return more > 0 ? `${shown} (+${more} characters)` : shown;
}
