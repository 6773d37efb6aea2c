/** Something that a check objects to. */
export interface Finding {
  /** Path from the repository's root, with `/`. */
  readonly file: string;
  /** From 1; 0 when the whole file is meant. */
  readonly line: number;
  readonly rule: string;
  /** What is wrong and what to do instead. */
  readonly message: string;
}

/** One line per finding, in the order of the files, in the form that editors and terminals link. */
export function formatFindings(findings: readonly Finding[]): string {
  const ordered = [...findings].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
  return ordered.map(({ file, line, rule, message }) => `${file}${line > 0 ? `:${line}` : ''}: ${message} [${rule}]\n`).join('');
}

/** Ends a check: prints the findings, or one line that says what was checked, and sets the exit code. */
export function finish(checked: string, findings: readonly Finding[]): void {
  const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`;
  process.stdout.write(findings.length === 0 ? `${checked}: nothing to report.\n` : `${formatFindings(findings)}${checked}: ${count}.\n`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
