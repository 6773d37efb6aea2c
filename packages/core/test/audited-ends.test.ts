import {
  RuleBasedPermissionService,
  SystemClock,
  ToolRegistry,
  type AuditRecord,
  type CallKernel,
  type IncomingCall,
} from '@tackroom/core';
import { callBench, echo, resultOf } from './call-bench.js';

const LOGIN = {
  type: 'object',
  properties: { user: { type: 'string' }, code: { type: 'string', minLength: 4 } },
  required: ['user', 'code'],
  additionalProperties: false,
};

/** What is on record of one call: the type of each record, the outcome and code of its end, and its arguments. */
async function recordsOf(call: Partial<IncomingCall>, kernel: Partial<CallKernel> = {}): Promise<readonly unknown[]> {
  const login = echo({ name: 'login', inputSchema: LOGIN, secretParameters: ['code'], handler: () => 'in' });
  const at = callBench([login], { kernel });
  await resultOf(at, { name: 'login', ...call });
  return at.audited.map(({ type, outcome, errorCode, args }: AuditRecord) => [type, outcome, errorCode, args]);
}

const whole = { user: 'jo', code: 'hunter22' };
const hidden = { user: 'jo', code: '[redacted]' };
const refusing = { middleware: [{ name: 'gate', beforeTool: () => ({ refuse: 'Closed today.' }) }] };
const broken = {
  middleware: [
    {
      name: 'gate',
      beforeTool: (): never => {
        throw new Error('no gate');
      },
    },
  ],
};
const approved = { approvalId: 'a', argsDigest: 'sha256:x', definitionFingerprint: 'other', edited: false };

describe('a call that never gets as far as the policy has its end on record, without what is secret', () => {
  test.each<[string, Partial<IncomingCall>, Partial<CallKernel>, string, string, object]>([
    ['of no tool', { name: 'log_me_out', args: whole }, {}, 'error', 'TOOL_UNKNOWN', { user: '[redacted]', code: '[redacted]' }],
    ['of no JSON', { args: '{"user":' }, {}, 'error', 'ARGUMENTS_UNREADABLE', {}],
    ['with wrong arguments', { args: { user: 'jo', code: 'abc' } }, {}, 'error', 'ARGUMENTS_INVALID', hidden],
    ['that a hook refused', { args: whole }, refusing, 'denied', 'MIDDLEWARE_REFUSED', hidden],
    ['whose hook failed', { args: whole }, broken, 'error', 'MIDDLEWARE_FAILED', hidden],
    ['of another tool than was approved', { args: whole, approved }, {}, 'denied', 'APPROVAL_STALE', hidden],
  ])('%s', async (_, call, kernel, outcome, code, args) => {
    expect(await recordsOf(call, kernel)).toEqual([['call', outcome, code, args]]);
  });

  test('whose policy throws', async () => {
    const permissions = new RuleBasedPermissionService();
    permissions.decide = () => {
      throw new Error('no policy');
    };
    const args = { user: '[redacted]', code: '[redacted]' };
    expect(await recordsOf({ args: whole }, { permissions })).toEqual([['call', 'error', 'CALL_NOT_PREPARED', args]]);
  });
});

test('a clock that throws takes nothing from the call’s result', async () => {
  const clock = Object.assign(new SystemClock(), {
    now: (): never => {
      throw new Error('no time');
    },
  });
  const at = callBench([echo({ permission: 'ask' })], { kernel: { clock } });
  expect((await resultOf(at)).error?.code).toBe('CALL_NOT_PREPARED');
});

test('who approved what no longer counts is on record', async () => {
  const at = callBench([echo({ permission: 'ask' })]);
  await resultOf(at, { approved: { ...approved, by: 'jo', at: '2026-01-01T00:00:00Z' } });
  expect(at.audited.at(-1)).toMatchObject({ outcome: 'denied', answer: { type: 'approve', by: 'jo', at: '2026-01-01T00:00:00Z' } });
});

test('a call that is decided has a decision and an end', async () => {
  expect(await recordsOf({ args: whole })).toEqual([
    ['decision', undefined, undefined, hidden],
    ['call', 'success', undefined, hidden],
  ]);
});

test.each(['log', 'refuse', undefined] as const)('a sink that fails and says %j', async (onFailure) => {
  const ran: unknown[] = [];
  const record = (): never => {
    throw new Error('disk full');
  };
  const audit = { record, ...(onFailure === undefined ? {} : { onFailure }) };
  const at = callBench([echo({ handler: (args) => void ran.push(args) })], { kernel: { audit } });
  const result = await resultOf(at);
  expect(at.events).toContainEqual({ type: 'error', code: 'AUDIT_FAILED', message: 'disk full', callId: 'call_1' });
  if (onFailure !== 'refuse') expect([result.success, ran.length]).toEqual([true, 1]);
  else {
    expect(ran).toEqual([]);
    expect(result.error).toEqual({
      code: 'AUDIT_FAILED',
      message: 'The call could not be recorded in the audit trail, and no call may run unrecorded here. It did not run.',
    });
  }
});

test('a denial is a denial, whether or not it can be recorded', async () => {
  const permissions = new RuleBasedPermissionService({ deny: ['echo'] });
  const audit = {
    onFailure: 'refuse',
    record: (): never => {
      throw new Error('disk full');
    },
  } as const;
  const at = callBench([echo()], { kernel: { permissions, audit } });
  expect((await resultOf(at)).error?.code).toBe('PERMISSION_DENIED');
});

test('what a registry answers by itself is on record, too', async () => {
  const audited: AuditRecord[] = [];
  const registry = new ToolRegistry({ kernel: { audit: { record: (each) => void audited.push(each) } } });
  registry.register(echo({ permission: 'ask' }));
  await registry.execute({ name: 'nothing', args: { code: 'hunter22' } });
  await registry.execute({ name: 'echo', args: { text: 'x' } });
  expect(audited.map(({ type, toolName, outcome, errorCode, args }) => [type, toolName, outcome, errorCode, args])).toEqual([
    ['call', 'nothing', 'error', 'TOOL_UNKNOWN', { code: '[redacted]' }],
    ['decision', 'echo', undefined, undefined, { text: 'x' }],
    ['call', 'echo', 'denied', 'PERMISSION_DENIED', { text: 'x' }],
  ]);
});
