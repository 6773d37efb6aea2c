import {
  executeCall,
  performCall,
  prepareCall,
  RuleBasedPermissionService,
  ToolRegistry,
  type ApprovalAnswer,
  type ApprovalRequest,
  type Approver,
  type JsonObject,
  type PathFact,
  type PersonApproval,
} from '@tackroom/core';
import { callBench, callThrough, echo, resultOf, type CallBench, type CallBenchOptions } from './call-bench.js';

const answering = (...answers: readonly (ApprovalAnswer | undefined)[]): Approver => {
  const left = [...answers];
  return { approve: () => left.shift() };
};

/** The request of a call that must be asked about, and the approval that a person gives of it. */
async function asked(at: CallBench, args: JsonObject = { text: 'x' }): Promise<{ request: ApprovalRequest; approved: PersonApproval }> {
  const outcome = await callThrough(at, { args });
  if (outcome.kind !== 'pending' || outcome.pending.kind !== 'approval') throw new Error(`not pending: ${outcome.kind}`);
  const { id: approvalId, argsDigest, definitionFingerprint } = outcome.pending;
  return { request: outcome.pending, approved: { approvalId, argsDigest, definitionFingerprint, edited: false } };
}

describe('grants', () => {
  test.each([
    ['a session', 's1', 'Permission denied', true],
    ['no session', '', 'Permission denied', false],
  ])('"for the session" in %s', async (_name, sessionId, denied, granted) => {
    const registry = new ToolRegistry({ kernel: { permissions: new RuleBasedPermissionService({ profile: 'open' }) } });
    registry.register(echo({ permission: 'ask' }));
    const call = { name: 'echo', args: { text: 'x' } };
    const ctx = { run: { id: '', sessionId, agentPath: [] } };
    expect((await registry.execute(call, { ctx, approver: answering({ type: 'approve', scope: 'session' }) })).content).toBe('x');
    const again = await registry.execute(call, { ctx });
    expect(again.success).toBe(granted);
    if (!granted) expect(again.content).toContain(denied);
  });

  test('one that cannot be made takes nothing from the approval', async () => {
    const permissions = new RuleBasedPermissionService({ profile: 'open' });
    permissions.grant = () => { throw new Error('store gone'); }; // prettier-ignore
    const at = callBench([echo({ permission: 'ask' })], { kernel: { permissions }, run: { sessionId: 's' } });
    const outcome = await executeCall(
      at.tools,
      { name: 'echo', args: { text: 'x' } },
      at.run,
      answering({ type: 'approve', scope: 'session' }),
    );
    expect(outcome).toMatchObject({ result: { success: true } });
  });
});

describe('the policy is asked again', () => {
  const ran: string[] = [];
  const prepared = async (at: CallBench) => {
    ran.length = 0;
    const ready = await prepareCall(at.tools, { callId: 'c', providerCallId: '', name: 'echo', args: '{"text":"x"}' }, at.run);
    if (ready.kind !== 'ready') throw new Error(ready.kind);
    return ready.call;
  };
  const noting = (options: Parameters<typeof echo>[0] = {}) => echo({ handler: ({ text }) => ran.push(String(text)), ...options });

  test('for a call that was held back while the policy changed', async () => {
    const permissions = new RuleBasedPermissionService({ profile: 'open' });
    const at = callBench([noting()], { kernel: { permissions } });
    const call = await prepared(at);
    permissions.setPermission('echo', 'deny');
    expect(await performCall(at.tools, call, at.run)).toMatchObject({ result: { error: { code: 'PERMISSION_DENIED' } } });
    expect(ran).toEqual([]);
  });

  test('before a call is repeated', async () => {
    const permissions = new RuleBasedPermissionService({ profile: 'open' });
    let runs = 0;
    const handler = (): never => {
      runs++;
      permissions.setPermission('echo', 'deny');
      throw Object.assign(new Error('busy'), { transient: true });
    };
    const retry = { attempts: 3, backoffMs: 1, retryErrorResults: true };
    const at = callBench([echo({ handler, retry, replayPolicy: 'safe' })], { kernel: { permissions } });
    expect(await resultOf(at)).toMatchObject({ error: { code: 'PERMISSION_DENIED' }, metadata: { attempts: 1 } });
    expect(runs).toBe(1);
  });

  test('with what links lead to now', async () => {
    let canonical = 'public/x';
    const fact = (raw: string): Promise<PathFact> => Promise.resolve({ raw, normalized: raw, canonical, outside: false });
    const definition = noting({ semantics: { text: 'path' }, permission: 'ask' });
    const options: CallBenchOptions = {
      kernel: { permissions: new RuleBasedPermissionService({ profile: 'open', deny: ['echo{"text":"secrets/*"}'] }) },
    };
    const at = callBench([definition], options);
    const run = { ...at.run, workspace: { ...at.run.workspace, root: '/w', fact } };
    const approver: Approver = {
      approve: () => {
        canonical = 'secrets/x';
        return { type: 'approve' };
      },
    };
    expect(await executeCall(at.tools, { name: 'echo', args: { text: 'x' } }, run, approver)).toMatchObject({
      result: { error: { code: 'PERMISSION_DENIED' } },
    });
    expect(ran).toEqual([]);
  });

  const decisions: readonly (readonly [string, unknown])[] = [
    ['a word that is none', { verdict: 'maybe', reason: 'unsure', source: 'none' }],
    ['a promise', Promise.resolve({ verdict: 'allow', reason: '', source: 'none' })],
    ['nothing', {}],
  ];
  test.each(decisions)('and %s is no yes, not even where a person said so', async (_name, decision) => {
    const at = callBench([noting()], { kernel: { permissions: { decide: () => decision } as never } });
    const { definition } = at.tools.find('echo') ?? { definition: echo() };
    const approved = { approvalId: 'a', argsDigest: '', definitionFingerprint: definition.fingerprint, edited: true };
    for (const call of [{}, { approved }]) {
      expect(await resultOf(at, call)).toMatchObject({ error: { code: 'PERMISSION_DENIED' } });
    }
    expect(ran).toEqual([]);
  });
});

describe('audit and events', () => {
  test('every call that was decided about has a record of its end', async () => {
    const permissions = new RuleBasedPermissionService({ profile: 'open' });
    const at = callBench([echo({ permission: 'ask' }), echo({ name: 'never', permission: 'deny' })], { kernel: { permissions } });
    await callThrough(at, { name: 'never' });
    const { approved } = await asked(at);
    await callThrough(at, { args: { text: 'other' }, approved });
    expect(at.audited.map(({ type, toolName, outcome, errorCode }) => [type, toolName, outcome, errorCode])).toEqual([
      ['decision', 'never', undefined, undefined],
      ['call', 'never', 'denied', 'PERMISSION_DENIED'],
      ['decision', 'echo', undefined, undefined],
      ['decision', 'echo', undefined, undefined],
      ['call', 'echo', 'denied', 'APPROVAL_STALE'],
    ]);
  });

  test('a call whose run was cancelled while it was prepared is not answered twice', async () => {
    let refuse: ((answer: { refuse: string }) => void) | undefined;
    const beforeTool = () => new Promise<{ refuse: string }>((resolve) => (refuse = resolve));
    const at = callBench([echo()], { kernel: { middleware: [{ beforeTool }] } });
    const outcome = resultOf(at);
    await new Promise((resolve) => setImmediate(resolve));
    at.run.cancellation.cancel();
    refuse?.({ refuse: 'late' });
    expect(await outcome).toMatchObject({ error: { code: 'MIDDLEWARE_REFUSED' } });
    expect(at.events.filter(({ type }) => type === 'tool-result')).toEqual([]);
  });
});
