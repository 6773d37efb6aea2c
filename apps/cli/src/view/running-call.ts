import type { Content, JsonObject, JsonValue } from 'tackroom';
import { contentText } from '../output/content-text.js';
import { printable } from '../output/printable.js';

/** How far a call says that it is. */
export interface Progress {
  /** The newest line of what it printed or said. */
  readonly line: string;
  /** From 0 to 1, if it told how much there is to do. */
  readonly share: number | undefined;
}

/** A call that is under way, as a card shows it. */
export interface RunningCall {
  readonly callId: string;
  readonly toolName: string;
  readonly args: JsonObject;
  readonly state: 'asked' | 'queued' | 'running';
  /** Milliseconds of a monotonic clock: since when it runs, or waits to run. */
  readonly since: number;
  readonly progress: Progress | undefined;
}

/** Longest text of one argument or line of progress that a card looks at. */
const MAX_TEXT = 2_000;

/** One line per argument, as `name: value`, safe to show. */
export function argumentLines(args: JsonObject): readonly string[] {
  return Object.entries(args).map(([name, value]) => printable(`${name}: ${JSON.stringify(value)}`.slice(0, MAX_TEXT)));
}

/** The progress after one more value: text, output of a command (`{ text }`), or `{ progress, total?, message? }`. */
export function nextProgress(value: JsonValue | Content, before: Progress | undefined): Progress {
  const { text, message, progress, total } = fieldsOf(value);
  const said = lastLine(text ?? message ?? '');
  const share = typeof progress === 'number' && typeof total === 'number' && total > 0 ? progress / total : undefined;
  return {
    line: said === '' ? (before?.line ?? '') : said,
    share: share === undefined ? before?.share : Math.min(1, Math.max(0, share)),
  };
}

interface ProgressFields {
  readonly text?: string | undefined;
  readonly message?: string | undefined;
  readonly progress?: JsonValue | undefined;
  readonly total?: JsonValue | undefined;
}

function fieldsOf(value: JsonValue | Content): ProgressFields {
  if (typeof value === 'string') return { text: value };
  if (Array.isArray(value)) return { text: isContent(value) ? contentText(value) : JSON.stringify(value) };
  if (typeof value !== 'object' || value === null) return { text: String(value) };
  const { text, message, progress, total } = value as JsonObject;
  if (typeof text === 'string') return { text };
  if (typeof progress !== 'number') return { text: JSON.stringify(value) };
  return {
    progress,
    total,
    message: typeof message === 'string' ? message : `${progress}${typeof total === 'number' ? ` of ${total}` : ''}`,
  };
}

function isContent(value: readonly unknown[]): value is Exclude<Content, string> {
  return value.every((item) => typeof item === 'object' && item !== null && 'type' in item);
}

function lastLine(text: string): string {
  const lines = printable(text.slice(-MAX_TEXT)).split(/[\n\r]+/);
  return (lines.findLast((line) => line.trim() !== '') ?? '').replaceAll('\t', '  ').trim();
}
