import { defineConfig } from 'tackroom';

test('every form of a configuration is given back as it is', () => {
  const written = { profile: 'open' } as const;
  const made = (): typeof written => written;
  const promised = Promise.resolve(written);
  expect([written, made, promised].map((config) => defineConfig(config))).toEqual([written, made, promised]);
});

test('an editor sees what is wrong, and knows what a function gives', () => {
  void defineConfig(() => Promise.resolve({ profile: 'open', approver: () => ({ type: 'approve' }), bundles: [{ name: 'shell' }] }));
  // @ts-expect-error -- a key that there is not
  void defineConfig({ bundle: ['shell'] });
  // @ts-expect-error -- also beside keys that there are
  void defineConfig({ root: '.', bundle: ['shell'] });
  // @ts-expect-error -- an option that agents do not have
  void defineConfig({ agents: { a: { system: 'x', tolls: [] } } });
  // @ts-expect-error -- no profile
  void defineConfig(() => Promise.resolve({ profile: 'strict' }));
});
