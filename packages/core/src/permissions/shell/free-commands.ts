/** Options of the shell that end a line sooner or show what runs. */
const SETTINGS: ReadonlySet<string> = new Set(['errexit', 'nounset', 'pipefail', 'xtrace']);

/** Whether a command changes only when the line ends, so that no rule need name it: `set -e`, `set -euo pipefail`. */
export function isFree(words: readonly string[]): boolean {
  if (words[0] !== 'set' || words.length < 2) return false;
  for (let at = 1; at < words.length; at++) {
    const [, flags, takesName] = /^[-+]([eux]*)(o?)$/.exec(words[at] ?? '') ?? [];
    if (flags === undefined || `${flags}${takesName ?? ''}` === '') return false;
    if (takesName === 'o' && !SETTINGS.has(words[++at] ?? '')) return false;
  }
  return true;
}
