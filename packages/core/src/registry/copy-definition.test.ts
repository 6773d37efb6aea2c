import { HarnessError } from '../contracts/errors.js';
import { OVERRIDES, copyDefinition, type DefinitionOverrides } from './copy-definition.js';
import { defineTool } from './define-tool.js';

const original = defineTool({
  name: 'read_file',
  title: 'Read a file',
  description: 'Reads a file.',
  category: 'read',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  outputSchema: { type: 'string' },
  permission: 'ask',
  approval: { reason: 'because' },
  concurrency: 'serial',
  replayPolicy: 'safe',
  timeoutMs: 7,
  retry: { attempts: 5 },
  semantics: { path: 'path' },
  secretParameters: ['path'],
  hidden: { limit: 3 },
  ownLimits: true,
  pages: true,
  instructions: 'Use it.',
  handler: () => 'x',
});

test('a copy is another object with the same content and handler', () => {
  const copy = copyDefinition(original);
  expect(copy).not.toBe(original);
  expect(copy).toEqual(original);
  expect(copy.handler).toBe(original.handler);
  expect(Object.isFrozen(copy)).toBe(true);
});

test('only what is named changes, and its source is noted', () => {
  const copy = copyDefinition(original, { timeoutMs: 60_000, permission: 'allow', ...({ title: undefined } as object) });
  expect(copy).toEqual({
    ...original,
    timeoutMs: 60_000,
    permission: 'allow',
    sources: { ...original.sources, timeoutMs: 'registration', permission: 'registration' },
    fingerprint: copy.fingerprint,
  });
  expect(Object.isFrozen(copy)).toBe(true);
});

test('the source can be another', () => {
  expect(copyDefinition(original, { permission: 'deny' }, 'bundle-option').sources['permission']).toBe('bundle-option');
});

test('a new description is a new fingerprint, a new deadline is not', () => {
  expect(copyDefinition(original, { description: 'Reads.' }).fingerprint).not.toBe(original.fingerprint);
  expect(copyDefinition(original, { timeoutMs: 1 }).fingerprint).toBe(original.fingerprint);
});

test('a definition that somebody spread and changed is checked and fingerprinted anew', () => {
  const copy = copyDefinition({ ...original, description: 'Changed.' });
  expect(copy.fingerprint).toBe(copyDefinition(original, { description: 'Changed.' }).fingerprint);
  expect(() => copyDefinition({ ...original, name: 'not a name' })).toThrow(HarnessError);
});

test('what changes is checked like a new tool', () => {
  expect(() => copyDefinition(original, { timeoutMs: -1 })).toThrow(HarnessError);
  expect(() => copyDefinition(original, { name: 'no spaces allowed' })).toThrow(HarnessError);
});

test('the list of overrides is the type', () => {
  const all: Record<keyof DefinitionOverrides, true> = {
    name: true,
    title: true,
    description: true,
    category: true,
    riskLevel: true,
    permission: true,
    approval: true,
    concurrency: true,
    replayPolicy: true,
    timeoutMs: true,
    retry: true,
    retryIfResult: true,
    visible: true,
    visiblePerStep: true,
    instructions: true,
  };
  expect([...OVERRIDES].sort()).toEqual(Object.keys(all).sort());
});

test('a frozen object that only looks like a definition is checked and completed', () => {
  const fake = { name: 'not a name!', description: '', handler: () => 1, inputSchema: { type: 'object' }, fingerprint: 'sha256:0' };
  expect(() => copyDefinition(Object.freeze(fake) as never)).toThrow(HarnessError);
  const bare = Object.freeze({ ...fake, name: 'bare' }) as never;
  const copy = copyDefinition(bare);
  expect(copy).toMatchObject({ name: 'bare', replayPolicy: 'manual', concurrency: 'parallel' });
  expect(copy.fingerprint).not.toBe('sha256:0');
});
