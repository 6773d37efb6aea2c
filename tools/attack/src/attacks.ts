import type { Attack } from './attack.js';
import { auditTampering } from './audit/audit-attack.js';
import { copiesAttack } from './copies/copies-attack.js';
import { everydayLines } from './everyday/everyday-attack.js';
import { mountsAttack } from './mounts/mounts-attack.js';
import { pathsAttack } from './paths/paths-attack.js';
import { placesAttack } from './places/places-attack.js';
import { hiddenCommands } from './shell-lines/shell-lines-attack.js';
import { statesAttack } from './states/states-attack.js';

/** All attacks, in the order in which they run. */
export const attacks: readonly Attack[] = [
  everydayLines,
  hiddenCommands,
  placesAttack,
  statesAttack,
  auditTampering,
  copiesAttack,
  pathsAttack,
  mountsAttack,
];
