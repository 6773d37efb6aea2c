import type { SyncReport } from 'tackroom';
import { printable } from '../output/printable.js';

/** Lines about single entries; more are counted. */
const MAX_LINES = 8;

/** One line about what came of a sandbox's changes. */
export interface SyncLine {
  readonly text: string;
  /** Somebody should look at it. */
  readonly isWarning: boolean;
}

/** What a person should know of changes that were brought back from a sandbox; nothing if there were none. */
export function syncLines({ copied, removed, conflicts, refused, failed, notKept = [], keptIn }: SyncReport): readonly SyncLine[] {
  const counts = [`${copied.length} written`, `${removed.length} removed`].filter((count) => !count.startsWith('0 ')).join(', ');
  const entries = [
    ...conflicts.map(({ path, keptAs }) =>
      keptAs === undefined
        ? `${path} was changed outside too, and stays as it is`
        : `${path} was changed outside too, and stays as it is; the sandbox's is ${keptAs}`,
    ),
    ...[...failed, ...refused].map(({ path, reason, keptAs }) => {
      const where = keptAs === undefined ? '' : `; the sandbox's is ${keptAs}`;
      return `${path} was not brought back from the sandbox: ${reason}${where}`;
    }),
    ...notKept.map(({ path, reason }) => `${path} was brought back, but ${reason}`),
  ];
  const more = entries.length - MAX_LINES;
  return [
    ...(counts === '' ? [] : [{ text: `brought back from the sandbox: ${counts}`, isWarning: false }]),
    ...entries.slice(0, MAX_LINES).map((text) => ({ text: printable(text), isWarning: true })),
    ...(more > 0 ? [{ text: `… and ${more} more`, isWarning: true }] : []),
    ...(keptIn === undefined ? [] : [{ text: printable(`the sandbox's files are kept in ${keptIn}`), isWarning: true }]),
  ];
}
