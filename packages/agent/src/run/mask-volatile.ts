/** Head and tail that are compared: a repeat shows there, and a large result must not cost more than the step it ends. */
const MAX_COMPARED_CHARS = 2_000;

const VOLATILE = new RegExp(
  [
    '\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:Z|[+-]\\d{2}:?\\d{2})?)?', // ISO 8601 dates and times
    '\\b\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?\\b', // times of day
    '\\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\\b', // UUIDs
    '\\b[0-9a-fA-F]{16,}\\b', // digests and random ids
    '\\b\\d{10,}(?:\\.\\d+)?\\b', // seconds and milliseconds since the epoch
    '\\b\\d+(?:\\.\\d+)?\\s?(?:ms|µs|us|ns|s|sec|seconds|milliseconds)\\b', // durations
  ].join('|'),
  'g',
);

/** The text with everything replaced that differs from one run of the same thing to the next. */
export function maskVolatile(text: string): string {
  const compared =
    text.length <= 2 * MAX_COMPARED_CHARS ? text : `${text.slice(0, MAX_COMPARED_CHARS)}\n${text.slice(-MAX_COMPARED_CHARS)}`;
  return compared.replace(VOLATILE, '#');
}
