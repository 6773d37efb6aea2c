import fc from 'fast-check';
import type { TackroomConfig } from 'tackroom';
import type { HarnessFlags } from '../harness-flags.js';
import { joinPermissions } from './join-permissions.js';

test.each<[string, HarnessFlags, TackroomConfig | undefined, unknown]>([
  ['nothing', {}, undefined, undefined],
  ['an empty configuration', {}, {}, undefined],
  ['empty lists', {}, { permissions: { deny: [] } }, { deny: [] }],
  ['flags alone', { deny: ['a'], profile: 'open' }, undefined, { deny: ['a'], profile: 'open' }],
  ['a configuration alone', {}, { permissions: { ask: ['a'], defaultLevel: 'deny' } }, { ask: ['a'], defaultLevel: 'deny' }],
  ['rules of both', { allow: ['b'], deny: ['d'] }, { permissions: { allow: ['a'] } }, { allow: ['a', 'b'], deny: ['d'] }],
  ['the short profile', {}, { profile: 'locked' }, { profile: 'locked' }],
  ['the long profile', {}, { permissions: { profile: 'locked' } }, { profile: 'locked' }],
  ['a flag beats the short profile', { profile: 'open' }, { profile: 'locked' }, { profile: 'open' }],
  [
    'a flag beats the long profile and the default level',
    { profile: 'guarded' },
    { permissions: { profile: 'open', defaultLevel: 'allow', deny: ['a'] } },
    { profile: 'guarded', deny: ['a'] },
  ],
])('%s', (_name, flags, config, expected) => {
  expect(joinPermissions(flags, config)).toEqual(expected);
});

const rules = fc.option(fc.array(fc.string({ minLength: 1 }), { maxLength: 4 }), { nil: undefined });
const profile = fc.option(fc.constantFrom('guarded' as const, 'open' as const, 'locked' as const), { nil: undefined });
const given = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value;

test('whatever flags say, no rule of the configuration is lost and its own come first', () => {
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
