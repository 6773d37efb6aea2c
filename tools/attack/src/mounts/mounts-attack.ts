import type { Attack } from '../attack.js';
import { NOBODY, raceMounts, SWAPPED_NAMES, whyNoMountRace } from './mount-race.js';

/** Commands beside a process that swaps protected names for links, as root and as an ordinary user. */
export const mountsAttack: Attack = {
  name: 'mounts',
  claim: 'a command reads or writes a file outside its workspace, because a name was swapped while its sandbox was made',
  async run({ attempts, deadline, seed }) {
    const skipped = whyNoMountRace();
    if (skipped !== undefined) return { attempts: 0, escapes: [], skipped };
    const users = process.getuid?.() === 0 ? [undefined, NOBODY] : [undefined];
    const races = users.flatMap((user) => SWAPPED_NAMES.map((swapped) => ({ ...swapped, user })));
    const escapes: string[] = [];
    let done = 0;
    for (let round = 0; done < attempts && performance.now() < deadline; round += 1) {
      for (const [index, race] of races.entries()) {
        // From as fast as it goes to two milliseconds between swaps: what wins depends on the machine.
        const micros = ((seed + round + index) % 5) * 500;
        const left = {
          commands: Math.min(100, attempts - done),
          milliseconds: Math.max(0, (deadline - performance.now()) / (races.length - index)),
        };
        const result = await raceMounts({ ...race, ...left, micros });
        done += result.commands;
        escapes.push(...result.escapes);
      }
    }
    return { attempts: done, escapes };
  },
};
