import type { Attack } from './attack.js';
import { everydayLines } from './everyday/everyday-attack.js';
import { placesAttack } from './places/places-attack.js';

/** All attacks, in the order in which they run. */
export const attacks: readonly Attack[] = [everydayLines, placesAttack];
