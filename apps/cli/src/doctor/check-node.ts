import type { Finding } from './finding.js';
import type { Surroundings } from './surroundings.js';

/** The oldest Node that the packages say they run on. */
const OLDEST = [20, 19] as const;

/** Whether this Node is new enough. */
export function checkNode({ nodeVersion }: Pick<Surroundings, 'nodeVersion'>): Finding {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  const isEnough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  if (isEnough) return { id: 'node', status: 'ok', summary: `Node ${nodeVersion}` };
  const oldest = OLDEST.join('.');
  return {
    id: 'node',
    status: 'problem',
    summary: `Node ${nodeVersion} is too old: Tackroom needs ${oldest} or later`,
    fix: `Install Node ${oldest} or later, for example with "nvm install 22".`,
  };
}
