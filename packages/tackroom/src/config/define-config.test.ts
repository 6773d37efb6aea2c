import { defineConfig } from './define-config.js';
import type { TackroomConfig } from './tackroom-config.js';

const config = { profile: 'locked' } as const;

test.each([[config], [Promise.resolve(config)], [() => config], [async () => Promise.resolve(config)]])(
  'what it is given it gives back: %p',
  (source) => {
    expect(defineConfig(source as TackroomConfig)).toBe(source);
  },
);

// The compiler is the test: it fails where an error is expected and there is none.
test('keys and values have types wherever a configuration is written', () => {
  const base: TackroomConfig = defineConfig({ root: '.' });
  const given: readonly unknown[] = [
    defineConfig({ ...base, profile: 'locked' }),
    defineConfig({ root: null, bundles: ['shell', { name: 'filesystem', options: { root: 'x' } }], agents: { a: { system: 's' } } }),
    defineConfig(() => ({ model: 'openai/gpt-5', agents: { a: { tools: { include: ['read_*'] }, fallbacks: ['ollama/qwen3'] } } })),
    defineConfig(async () => Promise.resolve({ permissions: { deny: ['run_command'] }, audit: { file: 'audit.jsonl' } })),
    // @ts-expect-error there are three profiles
    defineConfig({ profile: 'strict' }),
    // @ts-expect-error a root is text or null
    defineConfig({ root: 5 }),
    // @ts-expect-error rules stand in lists
    defineConfig({ permissions: { deny: 'run_command' } }),
    // @ts-expect-error the name of an agent is its key
    defineConfig({ agents: { a: { name: 'a' } } }),
    // @ts-expect-error an agent has no such option
    defineConfig({ agents: { a: { sytem: 's' } } }),
    // @ts-expect-error there is no such key
    defineConfig({ root: '.', permision: {} }),
    // @ts-expect-error nor in an agent beside others
    defineConfig({ root: '.', agents: { a: { system: 's', tolls: [] } } }),
    // @ts-expect-error values have types in functions too
    defineConfig(() => ({ profile: 'strict' })),
    // @ts-expect-error and in those that wait
    defineConfig(async () => Promise.resolve({ root: 5 })),
    // @ts-expect-error and in promises
    defineConfig(Promise.resolve({ profile: 'strict' })),
  ];
  expect(given).toHaveLength(14);
});
