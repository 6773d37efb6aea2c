import { NO_FACTS } from '@tackroom/core';
import type { JsonObject, PermissionLevel, PermissionService, SessionGrant, ToolDefinition } from '@tackroom/core';
import { contractTool } from './contract-tool.js';
import type { PermissionContext } from './permission-context.js';
import type { Suite } from './test-api.js';

const NOW = Date.UTC(2026, 0, 1);
const asks = { permission: 'ask' } as const;

/** The part of the permission contract that is about what a person granted for a session. */
export const PERMISSION_GRANT_SUITE: Suite<PermissionContext> = {
  'a grant of a tool turns its asks into allows, in that session only': async ({ make, expect }) => {
    const service = await make({}, () => NOW);
    const [tool, other] = [contractTool('t', asks), contractTool('t2', asks)];
    const grant = service.grant('session_1', tool);
    expect([
      verdict(service, tool),
      verdict(service, tool, { path: 'a' }),
      verdict(service, other),
      verdict(service, tool, {}, 'session_2'),
    ]).toEqual(['allow', 'allow', 'ask', 'ask']);
    expect([service.grants('session_1'), service.grants('session_2')]).toEqual([[grant], []]);
    expect(service.decide({ tool, args: {} }, NO_FACTS, { sessionId: 'session_1', runId: 'run_2', agentPath: ['root'] }).source).toEqual(
      'grant',
    );
  },

  'a grant of arguments covers exactly those, whatever characters they hold': async ({ make, expect }) => {
    const tool = contractTool('t', asks);
    for (const [granted, other] of [
      [{ path: 'src/[lang]/page.ts' }, { path: 'src/l/page.ts' }],
      [{ path: '*' }, { path: 'a' }],
      [{ path: 'a"b\\{}' }, { path: 'a"b' }],
      [{ path: 'a' }, { path: 'a', count: 1 }],
      [{ path: 'a', count: 1 }, { path: 'a' }],
      [{ count: 1 }, { count: '1' }],
      [{ tags: ['a', 'b'] }, { tags: ['b', 'a'] }],
      [{ tags: ['a'] }, { tags: ['a', 'a'] }],
      [{ path: null }, {}],
      [{}, { path: 'a' }],
      [{ path: 'caf\u00e9' }, { path: 'cafe' }],
    ] as const) {
      const service = await make({}, () => NOW);
      service.grant('session_1', tool, granted);
      const same = JSON.parse(JSON.stringify(granted)) as JsonObject; // parsed from a JSON object
      expect([granted, verdict(service, tool, same), verdict(service, tool, other)]).toEqual([granted, 'allow', 'ask']);
    }
    const service = await make({}, () => NOW);
    service.grant('session_1', tool, { path: 'a', count: 1 });
    expect(verdict(service, tool, { count: 1, path: 'a' })).toEqual('allow');
  },

  'a grant is no more than an answer to an ask: nothing that denies is overcome': async ({ make, expect }) => {
    const tool = contractTool('t', asks);
    const ruled = await make({ deny: ['t'] }, () => NOW);
    const overridden = await make({}, () => NOW);
    overridden.setPermission('t', 'deny');
    const defaulted = await make({ defaultLevel: 'deny' }, () => NOW);
    const denied = contractTool('t', { permission: 'deny' });
    for (const [service, of] of [
      [ruled, tool],
      [overridden, tool],
      [defaulted, contractTool('t')],
      [await make({}, () => NOW), denied],
    ] as const) {
      service.grant('session_1', of);
      expect(verdict(service, of)).toEqual('deny');
    }
  },

  'a grant ends when its time is over or it is taken back': async ({ make, expect }) => {
    let now = NOW;
    const service = await make({}, () => now);
    const tool = contractTool('t', asks);
    service.grant('session_1', tool, undefined, { expiresAt: new Date(NOW + 1000).toISOString() });
    const [one, two] = [service.grant('session_1', tool, { path: 'a' }), service.grant('session_1', tool, { path: 'b' })];
    now = NOW + 999;
    expect(verdict(service, tool)).toEqual('allow');
    now = NOW + 1001;
    expect([verdict(service, tool), verdict(service, tool, { path: 'a' }), service.grants('session_1')]).toEqual([
      'ask',
      'allow',
      [one, two],
    ]);
    service.revoke('session_2');
    service.revoke('session_1', one.id);
    expect([verdict(service, tool, { path: 'a' }), verdict(service, tool, { path: 'b' })]).toEqual(['ask', 'allow']);
    service.revoke('session_1');
    expect([verdict(service, tool, { path: 'b' }), service.grants('session_1')]).toEqual(['ask', []]);
  },

  'a grant is bound to the tool as it was': async ({ make, expect }) => {
    const service = await make({}, () => NOW);
    service.grant('session_1', contractTool('t', asks));
    service.grant('session_1', contractTool('t', asks), { path: 'a' });
    const changed = contractTool('t', { ...asks, fingerprint: 'sha256:changed' });
    expect([verdict(service, changed), verdict(service, changed, { path: 'a' })]).toEqual(['ask', 'ask']);
  },

  'grants that were kept as JSON are worth the same in another process, and no more': async ({ make, expect }) => {
    const tool = contractTool('t', asks);
    const before = await make({}, () => NOW);
    before.grant('session_1', tool, { path: 'src/[a]*' });
    before.grant('session_1', contractTool('whole', asks));
    const kept = JSON.parse(JSON.stringify(before.grants('session_1'))) as readonly SessionGrant[]; // written a line above
    const after = await make({}, () => NOW);
    after.restoreGrants('session_1', kept);
    expect(after.grants('session_1')).toEqual(kept);
    expect([
      verdict(after, tool, { path: 'src/[a]*' }),
      verdict(after, tool, { path: 'src/ab' }),
      verdict(after, contractTool('whole', asks)),
    ]).toEqual(['allow', 'ask', 'allow']);
    expect(verdict(after, tool, { path: 'src/[a]*' }, 'session_2')).toEqual('ask');
    const expired = await make({}, () => NOW + 5000);
    expired.restoreGrants(
      'session_1',
      kept.map((grant) => ({ ...grant, expiresAt: new Date(NOW).toISOString() })),
    );
    expect(verdict(expired, tool, { path: 'src/[a]*' })).toEqual('ask');
  },
};

function verdict(service: PermissionService, tool: ToolDefinition, args: JsonObject = {}, sessionId = 'session_1'): PermissionLevel {
  return service.decide({ tool, args }, NO_FACTS, { sessionId, runId: 'run_1', agentPath: ['root'] }).verdict;
}
