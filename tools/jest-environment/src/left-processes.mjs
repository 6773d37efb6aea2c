// @ts-check
/** Finds processes that tests have left running, those that lost their parent included: by a variable that all of them inherit. */
import { readdirSync, readFileSync } from 'node:fs';

/** The name begins as variables do that a sandbox hands on to its commands. */
export const MARK = 'LC_TACKROOM_TEST';

/**
 * Command lines of running processes that were started with this value of the mark; none where /proc is not there. Those
 * of this process itself, and zombies, do not count.
 * @param {string} value
 * @returns {string[]}
 */
export function processesMarked(value) {
  const wanted = `\0${MARK}=${value}\0`;
  return processIds().flatMap((id) => {
    try {
      if (!`\0${readFileSync(`/proc/${id}/environ`, 'latin1')}`.includes(wanted)) return [];
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return command === '' ? [] : [`${id} ${command.slice(0, 200)}`];
    } catch {
      return []; // it ended meanwhile, or is somebody else's
    }
  });
}

function processIds() {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
  } catch {
    return [];
  }
}
