import type { JsonObject } from '../contracts/json.js';
import { type CallFacts, NO_FACTS, type SessionGrant } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { defineTool } from '../registry/define-tool.js';
import { RuleBasedPermissionService } from './rule-based-permission-service.js';
import { parseRule } from './rule-text.js';
import { suggestGrants } from './suggest-grants.js';

const context = { sessionId: 's', runId: 'r', agentPath: [] };

function tool(name: string, description = 'Does it.'): ToolDefinition {
  return defineTool({
    name,
    description,
    riskLevel: 'high',
    category: 'write',
    inputSchema: { type: 'object' },
    semantics: { path: 'path', url: 'url' },
    secretParameters: ['token'],
    handler: () => name,
  });
}

const writeFile = tool('write_file');
const fetchUrl = tool('fetch_url');

function service(now: () => number = () => 0): RuleBasedPermissionService {
  let last = 0;
  return new RuleBasedPermissionService({}, { now, ids: { next: (kind) => `${kind}_${++last}` } });
}

function factsAt(cwd: string, raw: string, canonical?: string): CallFacts {
  const normalized = cwd === '' ? raw : `${cwd}/${raw}`;
  return { ...NO_FACTS, paths: { path: { raw, normalized, canonical: canonical ?? normalized, outside: false } } };
}

const verdict = (of: RuleBasedPermissionService, tool: ToolDefinition, args: JsonObject, facts = NO_FACTS, sessionId = 's'): string =>
  of.decide({ tool, args }, facts, { ...context, sessionId }).verdict;

describe('what was shown is what is granted', () => {
  test('one address is not every address', () => {
    const permissions = service();
    permissions.grant('s', fetchUrl, { url: 'https://a.example/x' });
    expect(verdict(permissions, fetchUrl, { url: 'https://a.example/x' })).toBe('allow');
    expect(verdict(permissions, fetchUrl, { url: 'https://b.example/' })).toBe('ask');
  });

  test('brackets of a granted path are no pattern', () => {
    const permissions = service();
    const path = 'src/[lang]/page.ts';
    const grant = permissions.grant('s', writeFile, { path }, { facts: factsAt('', path) });
    expect(grant.rule).toBe('write_file{"path":"src/[[]lang]/page.ts"}');
    expect(verdict(permissions, writeFile, { path }, factsAt('', path))).toBe('allow');
    expect(verdict(permissions, writeFile, { path: 'src/l/page.ts' }, factsAt('', 'src/l/page.ts'))).toBe('ask');
  });

  test.each<[string, JsonObject, JsonObject]>([
    ['a star', { note: '*' }, { note: 'x' }],
    ['a further argument', { note: 'x' }, { note: 'x', overwrite: true }],
    ['a missing argument', { note: 'x', overwrite: false }, { note: 'x' }],
    ['a number and its text', { size: 5 }, { size: '5' }],
    ['a nested object', { env: { A: '1' } }, { env: { A: '2' } }],
    ['a nested object and its text', { env: { A: '1' } }, { env: '{"A":"1"}' }],
    ['null and nothing', { note: null }, {}],
    ['nothing and something', {}, { note: 'x' }],
    ['order of elements', { list: ['a', 'b'] }, { list: ['b', 'a'] }],
    ['a secret', { token: 'one' }, { token: 'two' }],
    ['very long text', { note: `${'x'.repeat(5_000)}a` }, { note: `${'x'.repeat(5_000)}b` }],
  ])('%s', (_case, granted, other) => {
    const permissions = service();
    permissions.grant('s', writeFile, granted);
    expect(verdict(permissions, writeFile, granted)).toBe('allow');
    expect(verdict(permissions, writeFile, other)).toBe('ask');
  });

  test('a relative path means what it meant when it was approved', () => {
    const permissions = service();
    permissions.grant('s', writeFile, { path: 'page.ts' }, { facts: factsAt('src', 'page.ts') });
    expect(verdict(permissions, writeFile, { path: 'page.ts' }, factsAt('src', 'page.ts'))).toBe('allow');
    expect(verdict(permissions, writeFile, { path: 'src/page.ts' }, factsAt('', 'src/page.ts'))).toBe('allow');
    expect(verdict(permissions, writeFile, { path: 'page.ts' }, factsAt('', 'page.ts'))).toBe('ask');
    expect(verdict(permissions, writeFile, { path: 'src/page.ts' }, factsAt('', 'src/page.ts', 'secrets/k'))).toBe('ask');
  });

  test('a whole tool can be granted, and is granted as it is', () => {
    const permissions = service();
    expect(permissions.grant('s', writeFile)).toEqual({
      id: 'grant_1',
      rule: 'write_file',
      toolName: 'write_file',
      definitionFingerprint: writeFile.fingerprint,
    });
    expect(verdict(permissions, writeFile, { path: 'x' })).toBe('allow');
    expect(verdict(permissions, fetchUrl, {})).toBe('ask');
    expect(verdict(permissions, tool('write_file', 'Does something else.'), { path: 'x' })).toBe('ask');
    expect(verdict(permissions, writeFile, { path: 'x' }, NO_FACTS, 'other session')).toBe('ask');
  });
});

test('suggestions are rule texts with every value escaped and secrets left out', () => {
  const args = { path: './a[1]*.ts', note: 'x?\u202e', size: 5, env: { A: ['*'] }, token: 's3cret' };
  const [suggested] = suggestGrants(writeFile, args, factsAt('src', './a[1]*.ts', 'src/a[1]*.ts'));
  expect(suggested).toMatchInlineSnapshot(
    `"write_file{"path":"src/a[[]1][*].ts","note":"x[?]\\u202e","size":"5","env":"{\\"A\\":[[]\\"[*]\\"]}","token":"<secret>"}"`,
  );
  expect(parseRule(suggested ?? '').args.map(({ name }) => name)).toEqual(Object.keys(args));
  expect(suggestGrants(writeFile, {})).toEqual(['write_file']);
});

describe('grants of a session', () => {
  test('are listed, revoked one by one or all together', () => {
    const permissions = service();
    const first = permissions.grant('s', writeFile, { path: 'a' });
    const second = permissions.grant('s', fetchUrl);
    permissions.grant('other', fetchUrl);
    expect(permissions.grants('s')).toEqual([first, second]);
    permissions.revoke('s', first.id);
    permissions.revoke('s', 'grant_unknown');
    expect(permissions.grants('s')).toEqual([second]);
    expect(verdict(permissions, writeFile, { path: 'a' })).toBe('ask');
    permissions.revoke('s');
    expect(permissions.grants('s')).toEqual([]);
    expect(verdict(permissions, fetchUrl, {})).toBe('ask');
    expect(verdict(permissions, fetchUrl, {}, NO_FACTS, 'other')).toBe('allow');
  });

  test('run out', () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const permissions = service(() => now);
    permissions.grant('s', writeFile, { path: 'a' }, { expiresAt: '2026-01-01T00:10:00Z' });
    expect(verdict(permissions, writeFile, { path: 'a' })).toBe('allow');
    now += 10 * 60_000 - 1;
    expect(verdict(permissions, writeFile, { path: 'a' })).toBe('allow');
    now += 1;
    expect(verdict(permissions, writeFile, { path: 'a' })).toBe('ask');
    expect(permissions.grants('s')).toEqual([]);
    expect(() => permissions.grant('s', writeFile, undefined, { expiresAt: 'soon' })).toThrow(
      expect.objectContaining({ code: 'PERMISSIONS_GRANT_INVALID' }),
    );
  });

  test('survive JSON and a new process', () => {
    const before = service();
    before.grant('s', writeFile, { path: 'src/[x]/a', env: { A: '1' } });
    before.grant('s', fetchUrl, undefined, { expiresAt: '2999-01-01T00:00:00Z' });
    const kept = JSON.parse(JSON.stringify(before.grants('s'))) as SessionGrant[];
    const after = service();
    after.restoreGrants('s', kept);
    after.restoreGrants('s', kept);
    expect(after.grants('s')).toEqual(before.grants('s'));
    expect(verdict(after, writeFile, { path: 'src/[x]/a', env: { A: '1' } })).toBe('allow');
    expect(verdict(after, writeFile, { path: 'src/x/a', env: { A: '1' } })).toBe('ask');
    expect(verdict(after, fetchUrl, { url: 'https://a.example/' })).toBe('allow');
  });

  test('may be wider than one call if their rule says so', () => {
    const permissions = service();
    const grant = { id: 'g', toolName: 'write_file', definitionFingerprint: writeFile.fingerprint, rule: 'write_file{"path":"src/**"}' };
    permissions.restoreGrants('s', [grant]);
    expect(verdict(permissions, writeFile, { path: 'a.ts', note: 'x' }, factsAt('src', 'a.ts'))).toBe('allow');
    expect(verdict(permissions, writeFile, { path: 'a.ts' }, factsAt('docs', 'a.ts'))).toBe('ask');
    expect(verdict(permissions, writeFile, {}, NO_FACTS)).toBe('ask');
  });

  test.each<[string, unknown]>([
    ['no object', null],
    ['no id', { rule: 't', toolName: 't', definitionFingerprint: 'f' }],
    ['no fingerprint', { id: 'g', rule: 't', toolName: 't' }],
    ['an end that is no time', { id: 'g', rule: 't', toolName: 't', definitionFingerprint: 'f', expiresAt: 'soon' }],
    ['a rule cut off', { id: 'g', rule: 't{"a":', toolName: 't', definitionFingerprint: 'f' }],
    ['a rule about other tools', { id: 'g', rule: '*', toolName: 't', definitionFingerprint: 'f' }],
    ['a digest that is no text', { id: 'g', rule: 't', toolName: 't', definitionFingerprint: 'f', argsDigest: 5 }],
  ])('are refused whole if one is broken: %s', (_case, broken) => {
    const permissions = service();
    const good = { id: 'g1', rule: 'write_file', toolName: 'write_file', definitionFingerprint: writeFile.fingerprint };
    expect(() => permissions.restoreGrants('s', [good, broken as SessionGrant])).toThrow(
      expect.objectContaining({ code: 'PERMISSIONS_GRANT_INVALID' }),
    );
    expect(permissions.grants('s')).toEqual([]);
  });

  test('never lift a denial', () => {
    const permissions = new RuleBasedPermissionService({ deny: ['write_file'] });
    permissions.grant('s', writeFile);
    permissions.grant('s', writeFile, { path: 'a' });
    expect(verdict(permissions, writeFile, { path: 'a' })).toBe('deny');
    const overridden = service();
    overridden.grant('s', writeFile);
    overridden.setPermission('write_file', 'deny');
    expect(verdict(overridden, writeFile, {})).toBe('deny');
  });
});
