import type { Logger } from '@tackroom/core';

/** Levels of a log, from the least to the most urgent. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/**
 * Logs lines of text to a stream, by default to standard error, which leaves standard output to results. Records below
 * `level` (`info` unless given) are left out. Fields follow the message as JSON.
 */
export function stderrLogger(stream: { write(text: string): unknown } = process.stderr, level: LogLevel = 'info'): Logger {
  const lowest = levels.indexOf(level);
  const at = (own: LogLevel): Logger[LogLevel] => {
    if (levels.indexOf(own) < lowest) return () => undefined;
    return (message, fields) => void stream.write(`${own}: ${message}${fields === undefined ? '' : ` ${fieldsText(fields)}`}\n`);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** Fields are anything; what JSON cannot say must not break the program that logs it. */
function fieldsText(fields: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(fields, (_key, value: unknown) => (typeof value === 'bigint' || value instanceof Error ? String(value) : value));
  } catch {
    return '[fields that are no JSON]';
  }
}
