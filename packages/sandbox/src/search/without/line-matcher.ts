import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { ToolFailure } from '@tackroom/core';
import type { RE2JS as Compiled } from 're2js';
import { badPattern, checkLinePattern } from '../bad-pattern.js';
import { toRe2 } from './re2-syntax.js';

/** Longer lines are matched in another thread: at some ten megabytes a second they would hold up this one. */
const MAX_HERE = 65_536;

const THREAD = `const { parentPort, workerData } = require('node:worker_threads');
const { RE2JS } = require(workerData.module);
const pattern = RE2JS.compile(workerData.pattern);
parentPort.on('message', (line) => {
  let from = 0;
  let place = -1;
  for (const part of line.split('\\r')) {
    const matcher = pattern.matcher(part);
    if (matcher.find()) {
      place = from + matcher.start();
      break;
    }
    from += part.length + 1;
  }
  parentPort.postMessage(place);
});`;

/** Finds a regular expression in single lines in linear time. Whoever made it closes it. */
export class LineMatcher {
  private thread: Worker | undefined;

  private constructor(
    private readonly pattern: string,
    private readonly compiled: Compiled,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Rejects with `ToolFailure` `PATTERN_INVALID`. */
  static async compile(pattern: string, signal: AbortSignal | undefined): Promise<LineMatcher> {
    checkLinePattern(pattern);
    const translated = toRe2(pattern);
    const { RE2JS } = await import('re2js');
    try {
      return new LineMatcher(translated, RE2JS.compile(translated), signal);
    } catch (error) {
      throw badPattern(describe(error));
    }
  }

  /**
   * Where the first match in a line begins, in UTF-16 code units; -1 if there is none. No match holds a carriage return, and
   * lines begin and end at one, as they do for ripgrep. Rejects with `SEARCH_CANCELLED`.
   */
  find(line: string): number | Promise<number> {
    if (line.length > MAX_HERE) return this.findInThread(line);
    let from = 0;
    for (const part of line.split('\r')) {
      const matcher = this.compiled.matcher(part);
      if (matcher.find()) return from + matcher.start();
      from += part.length + 1;
    }
    return -1;
  }

  async close(): Promise<void> {
    await this.thread?.terminate();
  }

  private async findInThread(line: string): Promise<number> {
    const workerData = { module: createRequire(import.meta.url).resolve('re2js'), pattern: this.pattern };
    const thread = (this.thread ??= new Worker(THREAD, { eval: true, workerData }));
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        void thread.terminate();
        reject(new ToolFailure('The search was cancelled.', { code: 'SEARCH_CANCELLED' }));
      };
      this.signal?.addEventListener('abort', stop, { once: true });
      const settle = (then: () => void): void => {
        this.signal?.removeEventListener('abort', stop);
        // Not all listeners: with its own gone a thread takes no message to anybody any more.
        thread.off('message', found);
        thread.off('error', failed);
        then();
      };
      const found = (place: number): void => settle(() => resolve(place));
      const failed = (cause: unknown): void =>
        settle(() => reject(new ToolFailure('The search failed.', { code: 'SEARCH_FAILED', cause })));
      thread.on('message', found);
      thread.on('error', failed);
      thread.postMessage(line);
    });
  }
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^error parsing regexp: /, '').replace(/\.$/, '');
}
