/** The command that a person calls, as messages write it. */
export type Caller = 'npm create tackroom' | 'tackroom init';

/** A line for a person to copy: the caller's command with these words. npm keeps flags for itself unless they stand after `--`. */
export function lineOf(caller: Caller, dir: string | undefined, flags: readonly string[] = []): string {
  const separator = caller === 'npm create tackroom' && flags.length > 0 ? ['--'] : [];
  return [caller, ...(dir === undefined ? [] : [shellWord(dir)]), ...separator, ...flags].join(' ');
}

/** A path as a shell takes it for one word: `cmd` and PowerShell know double quotes, others single ones. */
export function shellWord(path: string, platform: NodeJS.Platform = process.platform): string {
  const word = path.startsWith('-') ? `./${path}` : path;
  if ((platform === 'win32' ? /^[\p{L}\p{N}_@+=:,./\\-]+$/u : /^[\p{L}\p{N}_@%+=:,./-]+$/u).test(word)) return word;
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
