import { anyOf, exactly, list, open, record, text, word, type Shape } from '../shape.js';
import { callMembersV1, pendingV1 } from './run-state-v1.js';
import { membersV2 } from './run-state-v2.js';

const textOrNull = anyOf('text or null', text, word(null));
const place = exactly({ cwd: text, real: textOrNull, paths: record(textOrNull) });
const placed = open({ 'place?': place });
const pending: Shape = (value, path) => pendingV1(value, path) ?? placed(value, path);

/** Version 3 of a stored run: where calls act. Published: it is never changed, a change is a new version. */
export const runStateV3: Shape = exactly({
  version: word(3),
  ...membersV2,
  calls: list(
    exactly({
      ...callMembersV1,
      status: word('held', 'pending', 'ready', 'suspended', 'settled'),
      pending: list(pending),
      'moves?': word(true),
      'place?': place,
    }),
  ),
});

/** A run of version 2 does not say where its calls were to act: what was approved in it is asked about again. */
export function upgradeV2(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { signature: _, ...rest } = data;
  return { ...rest, version: 3 };
}
