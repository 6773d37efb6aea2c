/**
 * How something stands: `ok`; `warning`, which works today and may fail tomorrow; `problem`, which fails; `absent`, which is
 * not there and not needed.
 */
export type FindingStatus = 'ok' | 'warning' | 'problem' | 'absent';

/** One thing that was looked at, as `--json` prints it. */
export interface Finding {
  /** Stable: what was looked at, and the part of it after a dot. */
  readonly id: string;
  readonly status: FindingStatus;
  /** One line. */
  readonly summary: string;
  /** Lines of what was seen: places, versions, reasons. */
  readonly detail?: string;
  /** What to do, exactly. */
  readonly fix?: string;
}

/** Whether nothing of these fails. */
export function isSound(findings: readonly Finding[]): boolean {
  return findings.every(({ status }) => status !== 'problem');
}

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
