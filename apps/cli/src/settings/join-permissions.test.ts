import fc from 'fast-check';
import type { TackroomConfig } from 'tackroom';
import type { HarnessFlags } from '../harness-flags.js';
import { joinPermissions } from './join-permissions.js';

test.each<[string, HarnessFlags, TackroomConfig | undefined, object | undefined]>([
  ['nothing', {}, undefined, undefined],
  ['an empty configuration', {}, {}, undefined],
  ['flags alone', { allow: ['a'], deny: ['b'] }, undefined, { allow: ['a'], deny: ['b'] }],
  [
    'rules of both, first the configuration',
    { allow: ['x'], ask: ['y'], deny: ['z'] },
    { permissions: { allow: ['a'], ask: ['b'], deny: ['c'] } },
    { allow: ['a', 'x'], ask: ['b', 'y'], deny: ['c', 'z'] },
  ],
  [
    'a rule that denies, against any flag',
    { allow: ['c'], profile: 'open' },
    { permissions: { deny: ['c'] } },
    { allow: ['c'], deny: ['c'], profile: 'open' },
  ],
  ['the short profile', {}, { profile: 'locked' }, { profile: 'locked' }],
  ['the profile of the policy', {}, { permissions: { profile: 'locked' } }, { profile: 'locked' }],
  ['the profile of the flag', { profile: 'locked' }, { profile: 'open' }, { profile: 'locked' }],
  ['a default level', {}, { permissions: { defaultLevel: 'allow' } }, { defaultLevel: 'allow' }],
  [
    'the profile of the flag over a default level',
    { profile: 'locked' },
    { permissions: { defaultLevel: 'allow' } },
    { profile: 'locked' },
  ],
  [
    'what else the policy says',
    { deny: ['a'] },
    { permissions: { onAsk: 'deny', guards: [] } },
    { onAsk: 'deny', guards: [], deny: ['a'] },
  ],
])('%s', (_what, flags, config, expected) => {
  expect(joinPermissions(flags, config)).toEqual(expected);
});

const rules = fc.option(fc.array(fc.string({ minLength: 1 }), { maxLength: 4 }), { nil: undefined });
const profile = fc.option(fc.constantFrom('guarded' as const, 'open' as const, 'locked' as const), { nil: undefined });
const given = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value; // keys are not renamed

test('whatever flags say, no rule of the configuration is lost, and its own come first', () => {
  const flags = fc.record({ allow: rules, ask: rules, deny: rules, profile }).map(given) as fc.Arbitrary<HarnessFlags>;
  const config = fc
    .record({ permissions: fc.record({ allow: rules, ask: rules, deny: rules, profile }).map(given), profile })
    .map(given) as fc.Arbitrary<TackroomConfig>;
  fc.assert(
    fc.property(flags, config, (said, configured) => {
      const joined = joinPermissions(said, configured);
      for (const list of ['allow', 'ask', 'deny'] as const) {
        expect(joined?.[list] ?? []).toEqual([...(configured.permissions?.[list] ?? []), ...(said[list] ?? [])]);
      }
    }),
  );
});
