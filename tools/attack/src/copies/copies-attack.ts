import type { Attack } from '../attack.js';
import { tryRoundTrip } from './round-trip.js';

/** Changes a workspace and its copy at random, and brings the changes back. */
export const copiesAttack: Attack = {
  name: 'copies',
  claim: 'what comes back from a copy leads out, is obeyed outside, or replaces or loses what somebody else has changed',
  run: async ({ seed, attempts, deadline }) => {
    const escapes: string[] = [];
    let tried = 0;
    for (; tried < attempts && performance.now() < deadline; tried++) escapes.push(...(await tryRoundTrip(seed + tried)));
    return { attempts: tried, escapes };
  },
};
