import type { Attack } from '../attack.js';
import { playPlaces } from './play-places.js';

/** Moves sessions and links under calls that wait. */
export const placesAttack: Attack = {
  name: 'places',
  claim: 'a call acts in another place than a person was shown, or in one that is denied',
  run: async ({ seed, attempts, deadline }) => {
    const escapes: string[] = [];
    let tried = 0;
    for (; tried < attempts && performance.now() < deadline; tried++) escapes.push(...(await playPlaces(seed + tried)).escapes);
    return { attempts: tried, escapes };
  },
};
