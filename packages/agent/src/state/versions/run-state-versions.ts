import { HarnessError } from '@tackroom/core';
import type { RunStateData } from '../run-state-data.js';
import type { Shape } from '../shape.js';
import { runStateV1 } from './run-state-v1.js';
import { runStateV2, upgradeV1 } from './run-state-v2.js';
import { runStateV3, upgradeV2 } from './run-state-v3.js';

interface StateVersion {
  readonly shape: Shape;
  /** To the next version; absent for the newest. */
  readonly upgrade?: (data: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

const NEWEST = 3;

/** Every version that was ever published, so that a state written by it stays readable. */
const VERSIONS: ReadonlyMap<unknown, StateVersion> = new Map<number, StateVersion>([
  [1, { shape: runStateV1, upgrade: upgradeV1 }],
  [2, { shape: runStateV2, upgrade: upgradeV2 }],
  [3, { shape: runStateV3 }],
]);

/**
 * Reads a stored run of any version and brings it to the newest. Throws `RUN_STATE_VERSION` for a version that this
 * release does not know and `RUN_STATE_INVALID` for a value that is not what its version says.
 */
export function readStateData(value: Readonly<Record<string, unknown>>): RunStateData {
  let data = value;
  for (;;) {
    const version = VERSIONS.get(data['version']);
    if (version === undefined) {
      const message = `The run state has version ${JSON.stringify(data['version'])}; this release reads versions 1 to ${NEWEST}. Resume it with the release that wrote it, or update this one.`;
      throw new HarnessError('RUN_STATE_VERSION', message);
    }
    const problem = version.shape(data, 'state');
    if (problem !== undefined) throw new HarnessError('RUN_STATE_INVALID', `The run state cannot be read: ${problem}.`);
    if (version.upgrade === undefined) return data as unknown as RunStateData; // what the newest shape says
    data = version.upgrade(data);
  }
}
