import { realpath } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { nameOf, toBytes } from './byte-names.js';

/** What became of one changed path. */
export interface RestoredPath {
  /** Ends in a slash if it is a folder. */
  readonly path: string;
  /** `kept`: left as it is, for good; `failed`: left as it is, and worth another try. */
  readonly outcome: 'restored' | 'removed' | 'kept' | 'failed';
  /** Why it was left as it is. */
  readonly reason?: string;
}

/** Why nothing is put back at a path. */
export const LED_OUT = 'its folder now leads out of the workspace';

/** Whether a folder lies in a root, links followed. Looks at the nearest folder above that exists: a deleted one is made anew below it. */
export async function isInside(root: string, folder: string): Promise<boolean> {
  const realRoot = nameOf(await realpath(toBytes(root), { encoding: 'buffer' }));
  for (let nearest = folder; ; nearest = dirname(nearest)) {
    const real = await realpath(toBytes(nearest), { encoding: 'buffer' }).then(nameOf, () => undefined);
    if (real !== undefined) return real === realRoot || real.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep);
    if (nearest === dirname(nearest)) return false;
  }
}
