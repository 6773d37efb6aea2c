import fc from 'fast-check';
import type { Approver } from '../src/contracts/approvals.js';
import { HarnessError } from '../src/contracts/errors.js';
import { RuleBasedPermissionService } from '../src/permissions/rule-based-permission-service.js';
import type { CallKernel } from '../src/execution/call-kernel.js';
import { executeCall } from '../src/execution/execute-call.js';
import { InMemoryCallJournal } from '../src/execution/memory-call-journal.js';
import { prepareCall } from '../src/execution/prepare-call.js';
import { bench, perform, resultOf, tool } from './pipeline-bench.js';

describe('policy', () => {
  const asked = { text: 'x' };
  const approver = (answer: Awaited<ReturnType<Approver['approve']>>): Approver => ({ approve: () => answer });

  test('an ask comes back as a request that shows exactly what would run', async () => {
    const at = bench([tool({ permission: 'ask' })]);
    const outcome = await perform(at, '{"text":"x"}');
    expect(outcome).toMatchObject({
      kind: 'pending',
      pending: {
        kind: 'approval',
        toolName: 'echo',
        callId: 'call_1',
        args: asked,
        argsDigest: expect.stringMatching(/^sha256:/) as string,
      },
    });
    expect(at.events.map((event) => event.type)).toEqual(['tool-call']);
  });

  test.each([
    ['approve', { type: 'approve' }, true, 'x'],
    ['reject', { type: 'reject', message: 'not today' }, false, 'not today'],
    ['edit', { type: 'edit', args: { text: 'y' } }, true, 'y'],
    ['an edit that breaks the schema', { type: 'edit', args: { text: 7 } }, false, 'text'],
    ['an answer of no known shape', { type: 'yes' } as never, false, 'no valid answer'],
  ] as const)('%s', async (_name, answer, success, part) => {
    const at = bench([tool({ permission: 'ask' })]);
    const outcome = await executeCall(at.tools, { name: 'echo', args: asked }, at.run, approver(answer));
    expect(outcome.kind).toBe('result');
    if (outcome.kind === 'result') {
      expect(outcome.result.success).toBe(success);
      expect(outcome.result.content).toContain(part);
    }
  });

  test('an approver that throws refuses', async () => {
    const at = bench([tool({ permission: 'ask' })]);
    const broken: Approver = { approve: () => { throw new Error('no line'); } }; // prettier-ignore
    expect(await executeCall(at.tools, { name: 'echo', args: asked }, at.run, broken)).toMatchObject({
      result: { success: false, error: { code: 'APPROVAL_FAILED' } },
    });
  });

  test('an approval for other arguments, or for a tool that changed, runs nothing', async () => {
    const ran: unknown[] = [];
    const definition = tool({ permission: 'ask', handler: (args) => void ran.push(args) });
    const at = bench([definition]);
    const approved = { approvalId: 'a', argsDigest: 'sha256:0', definitionFingerprint: definition.fingerprint, edited: false };
    const call = { callId: 'c', providerCallId: 'c', name: 'echo', args: asked };
    expect(await prepareCall(at.tools, { ...call, approved }, at.run)).toMatchObject({
      kind: 'settled',
      result: { error: { code: 'APPROVAL_STALE' } },
    });
    expect(await prepareCall(at.tools, { ...call, approved: { ...approved, definitionFingerprint: 'old' } }, at.run)).toMatchObject({
      result: { error: { code: 'APPROVAL_STALE' } },
    });
    expect(ran).toEqual([]);
  });

  test('the same call refused twice by a person is refused the third time without asking', async () => {
    const at = bench([tool({ permission: 'ask' })], { run: { refusals: new Map() } });
    let questions = 0;
    const refusing: Approver = { approve: () => (questions++, { type: 'reject' }) };
    for (let index = 0; index < 4; index++) await executeCall(at.tools, { name: 'echo', args: asked }, at.run, refusing);
    expect(questions).toBe(2);
  });

  test('a deny rule that came while a call waited for its lane stops it', async () => {
    const permissions = new RuleBasedPermissionService({ profile: 'open' });
    let release: (() => void) | undefined;
    const ran: string[] = [];
    const handler = ({ text: said }: Record<string, unknown>) => {
      ran.push(String(said));
      return said === 'first' ? new Promise<void>((resolve) => (release = resolve)) : undefined;
    };
    const at = bench([tool({ concurrency: 'serial', handler })], { kernel: { permissions } });
    const first = perform(at, '{"text":"first"}', 'echo', 'c1');
    const second = perform(at, '{"text":"second"}', 'echo', 'c2');
    await Promise.resolve();
    permissions.setPermission('echo', 'deny');
    release?.();
    expect(await second).toMatchObject({ result: { error: { code: 'PERMISSION_DENIED' } } });
    await first;
    expect(ran).toEqual(['first']);
  });

  test('no denied call ever reaches its handler', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('allow', 'ask', 'deny'), fc.boolean(), fc.boolean(), async (level, denyRule, override) => {
        let ran = false;
        const permissions = new RuleBasedPermissionService({ defaultLevel: level, ...(denyRule ? { deny: ['e*'] } : {}) });
        if (override) permissions.setPermission('echo', 'deny');
        const at = bench([tool({ handler: () => { ran = true; } })], { kernel: { permissions } }); // prettier-ignore
        await executeCall(at.tools, { name: 'echo', args: asked }, at.run, approver({ type: 'approve' }));
        expect(ran).toBe(!denyRule && !override && level !== 'deny');
      }),
      { numRuns: 60 },
    );
  });
});

describe('middleware', () => {
  const at = (hooks: CallKernel['middleware']) => bench([tool()], { kernel: { middleware: hooks } });

  test('hooks nest like an onion', async () => {
    const log: string[] = [];
    const hook = (name: string): CallKernel['middleware'][number] => ({
      beforeTool: ({ args }) => (log.push(`before ${name}`), { args: { text: `${String(args['text'])}${name}` } }),
      afterTool: (_call, result) => (log.push(`after ${name}`), { ...result, content: `${String(result.content)}${name}` }),
    });
    expect((await resultOf(at([hook('a'), hook('b')]), '{"text":""}')).content).toBe('abba');
    expect(log).toEqual(['before a', 'before b', 'after b', 'after a']);
  });

  test('a refusal and a throw answer the call, and a changed argument is validated', async () => {
    expect(await resultOf(at([{ beforeTool: () => ({ refuse: 'closed' }) }]), '{"text":"x"}')).toMatchObject({
      error: { code: 'MIDDLEWARE_REFUSED', message: 'closed' },
    });
    const broken = at([{ beforeTool: () => { throw new Error('hook'); } }]); // prettier-ignore
    expect(await resultOf(broken, '{"text":"x"}')).toMatchObject({ error: { code: 'MIDDLEWARE_FAILED' } });
    expect(broken.events.some((event) => event.type === 'error')).toBe(true);
    expect(await resultOf(at([{ beforeTool: () => ({ args: { text: 5 } }) }]), '{"text":"x"}')).toMatchObject({
      error: { code: 'ARGUMENTS_INVALID' },
    });
  });

  test('ids of a result cannot be changed', async () => {
    const result = await resultOf(
      at([{ afterTool: (_call, given) => ({ ...given, callId: 'other', toolName: 'other' }) }]),
      '{"text":"x"}',
    );
    expect([result.callId, result.toolName]).toEqual(['call_1', 'echo']);
  });
});

describe('journal', () => {
  test('the intent is written before the handler runs, and the result after', async () => {
    const journal = new InMemoryCallJournal();
    let intended = 0;
    const at = bench([tool({ handler: () => { intended = journal.entries().length; return 'ok'; } })], { kernel: { journal } }); // prettier-ignore
    await perform(at, '{"text":"x"}');
    expect(intended).toBe(1);
    expect(journal.entries()).toMatchObject([
      { intent: { callId: 'call_1', attempt: 1, replayPolicy: 'manual' }, result: { success: true, content: 'ok' } },
    ]);
  });

  test('a journal that fails stops the call before it runs and fails the run', async () => {
    let ran = false;
    const journal = { intent: () => Promise.reject(new Error('disk full')), result: () => undefined };
    const at = bench([tool({ handler: () => { ran = true; } })], { kernel: { journal } }); // prettier-ignore
    const outcome = await perform(at, '{"text":"x"}');
    expect(outcome).toMatchObject({ kind: 'aborted', fatal: { code: 'RUN_STORAGE' } });
    expect(HarnessError.is((outcome as { fatal?: unknown }).fatal)).toBe(true);
    expect(ran).toBe(false);
  });
});

describe('cancellation', () => {
  test('a started call gets its signal and its grace; one that ignores it is abandoned', async () => {
    const at = bench([tool({ handler: () => new Promise(() => undefined) })], { run: { graceMs: 10 } });
    const outcome = perform(at, '{"text":"x"}');
    await Promise.resolve();
    at.run.cancellation.cancel(new Error('stop'));
    expect(await outcome).toMatchObject({
      kind: 'aborted',
      started: true,
      result: { error: { code: 'CALL_CANCELLED' }, metadata: { outcomeUnknown: true } },
    });
  });

  test('a handler that settles within the grace keeps its result', async () => {
    const handler = (_args: unknown, ctx: { signal: AbortSignal }) =>
      new Promise((resolve) => ctx.signal.addEventListener('abort', () => resolve('saved')));
    const at = bench([tool({ handler })], { run: { graceMs: 1_000 } });
    const outcome = perform(at, '{"text":"x"}');
    await Promise.resolve();
    at.run.cancellation.cancel();
    expect(await outcome).toMatchObject({ kind: 'result', result: { content: 'saved' } });
  });

  test('a queued call never starts', async () => {
    const ran: unknown[] = [];
    const at = bench([tool({ concurrency: 'serial', handler: (args) => (ran.push(args), new Promise(() => undefined)) })], {
      run: { graceMs: 5 },
    });
    const outcomes = [perform(at, '{"text":"a"}', 'echo', 'c1'), perform(at, '{"text":"b"}', 'echo', 'c2')];
    await new Promise((resolve) => setImmediate(resolve));
    at.run.cancellation.cancel();
    expect(await Promise.all(outcomes)).toMatchObject([
      { kind: 'aborted', started: true },
      { kind: 'aborted', started: false },
    ]);
    expect(ran).toHaveLength(1);
  });
});
