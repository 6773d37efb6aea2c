import type { RunResult } from 'tackroom';
import { writeLine, type CommandIo } from '../io.js';
import { printable } from '../output/printable.js';

/** Tells a person what a paused run waits for and how to continue it. */
export function showPause({ pending }: RunResult, stateFile: string | undefined, io: CommandIo): void {
  writeLine(io, '\nThe run is paused. It waits for:');
  for (const item of pending) {
    const what =
      item.kind === 'question'
        ? `${item.question}${choices(item.choices)}`
        : [item.text, ...(item.preview === undefined ? [] : [item.preview.trimEnd()]), `(${item.reason})`].join('\n');
    writeLine(io, `\n  ${item.id}\n${printable(what).replace(/^/gm, '    ')}`);
  }
  if (stateFile === undefined)
    writeLine(io, '\nIts state is not kept, for the reason above, so it cannot be continued. Mend that, then start the task again.');
  else {
    const answer = pending.some(({ kind }) => kind === 'question') ? '--answer ID TEXT' : '--approve all';
    writeLine(io, `\nContinue it, with the same --tools and policy: tackroom resume --state ${stateFile} ${answer}`);
  }
}

function choices(given: readonly string[]): string {
  return given.length === 0 ? '' : ` (${given.join(', ')})`;
}
