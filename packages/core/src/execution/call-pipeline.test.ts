import fc from 'fast-check';
import type { Approver } from '../contracts/approvals.js';
import type { AuditRecord } from '../contracts/audit.js';
import { HarnessError, ToolFailure, TransientToolError } from '../contracts/errors.js';
import type { EventFields, EventType } from '../contracts/events.js';
import type { CallOutcome, ToolResult } from '../contracts/tool-call.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { silentLogger } from '../contracts/logger.js';
import { RuleBasedPermissionService } from '../permissions/rule-based-permission-service.js';
import { defineTool } from '../registry/define-tool.js';
import { resolvePolicy, type ToolPolicy } from '../registry/tool-policy.js';
import { ToolSnapshot } from '../registry/tool-snapshot.js';
import type { CallKernel } from './call-kernel.js';
import { compileTools, type CompiledTools } from './compile-tools.js';
import { DedupeStore } from './dedupe.js';
import { directRun } from './direct-run.js';
import { executeCall } from './execute-call.js';
import { LaneScheduler } from './lane-scheduler.js';
import { InMemoryArtifactStore } from './memory-artifact-store.js';
import { InMemoryCallJournal } from './memory-call-journal.js';
import { performCall } from './perform-call.js';
import { prepareCall } from './prepare-call.js';
import type { RunContext } from './run-context.js';
import { SystemClock } from './system-clock.js';

type LoggedEvent = { readonly type: EventType } & Record<string, unknown>;

const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false };

function tool(options: Partial<Parameters<typeof defineTool>[0]> = {}): ToolDefinition {
  return defineTool({ name: 'echo', description: 'Echo.', inputSchema: text, handler: ({ text: said }) => said, ...options });
}

interface Bench {
  readonly tools: CompiledTools;
  readonly kernel: CallKernel;
  readonly run: RunContext;
  readonly events: LoggedEvent[];
  readonly audited: AuditRecord[];
}

function bench(
  definitions: readonly ToolDefinition[],
  options: { kernel?: Partial<CallKernel>; policy?: ToolPolicy; run?: Partial<RunContext> } = {},
): Bench {
  const events: LoggedEvent[] = [];
  const audited: AuditRecord[] = [];
  let ids = 0;
  const kernel: CallKernel = {
    permissions: new RuleBasedPermissionService({ profile: 'open' }),
    scheduler: new LaneScheduler(),
    journal: undefined,
    audit: { record: (record) => void audited.push(record) },
    artifacts: new InMemoryArtifactStore(),
    clock: new SystemClock(),
    ids: { next: (kind) => `${kind}_${++ids}` },
    middleware: [],
    logger: silentLogger,
    offloader: { run: () => Promise.reject(new Error('no workers here')), close: () => Promise.resolve() },
    maxResultChars: 12_000,
    ...options.kernel,
  };
  const emit = <T extends EventType>(type: T, fields: EventFields[T]): void => void events.push({ type, ...fields });
  const run: RunContext = { ...directRun(), runId: 'run_1', emit, ...options.run };
  return { tools: compileTools(new ToolSnapshot(definitions), resolvePolicy(options.policy), kernel), kernel, run, events, audited };
}

async function perform(at: Bench, args: Parameters<typeof prepareCall>[1]['args'], name = 'echo', callId = 'call_1'): Promise<CallOutcome> {
  const prepared = await prepareCall(at.tools, { callId, providerCallId: callId, name, args }, at.run);
  if (prepared.kind === 'settled') return { kind: 'result', result: prepared.result };
  if (prepared.kind === 'pending') return { kind: 'pending', pending: prepared.request };
  return performCall(at.tools, prepared.call, at.run);
}

async function resultOf(at: Bench, args: Parameters<typeof perform>[1], name?: string): Promise<ToolResult> {
  const outcome = await perform(at, args, name);
  if (!('result' in outcome)) throw new Error(`no result: ${outcome.kind}`);
  return outcome.result;
}

test('a call is validated, run and reported once', async () => {
  const at = bench([tool()]);
  const result = await resultOf(at, '{"text":"hi"}');
  expect(result).toEqual({
    callId: 'call_1',
    toolName: 'echo',
    success: true,
    output: 'hi',
    content: 'hi',
    metadata: { durationMs: expect.any(Number), attempts: 1 },
  });
  expect(at.events.map((event) => event.type)).toEqual(['tool-call', 'tool-start', 'tool-result']);
  expect(at.audited.map(({ type, outcome, args }) => ({ type, outcome, args }))).toEqual([
    { type: 'decision', outcome: undefined, args: { text: 'hi' } },
    { type: 'call', outcome: 'success', args: { text: 'hi' } },
  ]);
  expect(at.audited[0]?.argsDigest).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(JSON.parse(JSON.stringify(at.audited[1]))).toMatchObject({ toolName: 'echo', argsDigest: at.audited[0]?.argsDigest });
});

test('a ready call comes back without a promise, and so does the handler that answers at once', () => {
  const at = bench([tool()]);
  expect(prepareCall(at.tools, { callId: 'c', providerCallId: '', name: 'echo', args: '{"text":"x"}' }, at.run)).toMatchObject({
    kind: 'ready',
  });
});

test('the arguments are one frozen object that handler and rules share', async () => {
  const seen: unknown[] = [];
  const inputSchema = { ...text, properties: { text: { type: 'string', default: 'none' }, deep: { type: 'object' } }, required: [] };
  const at = bench([tool({ inputSchema, handler: (args) => void seen.push(args) })]);
  await perform(at, '{"deep":{"a":[1]}}');
  expect(seen).toEqual([{ text: 'none', deep: { a: [1] } }]);
  const [args] = seen as [{ deep: { a: number[] } }];
  expect([args, args.deep, args.deep.a].every((value) => Object.isFrozen(value))).toBe(true);
});

describe('what the model gets wrong is answered, and nothing runs', () => {
  const ran: unknown[] = [];
  const at = bench([tool({ handler: (args) => void ran.push(args) })]);
  test.each([
    ['an unknown name', 'ecco_this', '{}', 'TOOL_UNKNOWN'],
    ['constructor', 'constructor', '{}', 'TOOL_UNKNOWN'],
    ['__proto__', '__proto__', '{}', 'TOOL_UNKNOWN'],
    ['cut JSON', 'echo', '{"text":"a', 'ARGUMENTS_UNREADABLE'],
    ['an array', 'echo', '["a"]', 'ARGUMENTS_UNREADABLE'],
    ['a missing field', 'echo', '', 'ARGUMENTS_INVALID'],
    ['a wrong type', 'echo', '{"text":5}', 'ARGUMENTS_INVALID'],
    ['an unknown field', 'echo', '{"text":"a","txt":"b"}', 'ARGUMENTS_INVALID'],
    ['a large integer', 'echo', '{"text":"a","n":12345678901234567890}', 'ARGUMENTS_INVALID'],
  ])('%s', async (_name, name, args, code) => {
    const result = await resultOf(at, args, name);
    expect(result.error?.code).toBe(code);
    expect(result.content).not.toContain('\n');
    expect(ran).toEqual([]);
  });
});

test('a large integer reaches a string parameter digit by digit', async () => {
  expect((await resultOf(bench([tool()]), '{"text":12345678901234567890}')).content).toBe('12345678901234567890');
});

test('a name that differs only by formatting is repaired, and the policy sees the resolved name', async () => {
  const at = bench([tool()], { kernel: { permissions: new RuleBasedPermissionService({ profile: 'open', deny: ['echo'] }) } });
  const result = await resultOf(at, '{"text":"x"}', 'functions.Echo');
  expect(result).toMatchObject({ toolName: 'echo', error: { code: 'PERMISSION_DENIED' } });
});

test.each([
  ['an error', () => { throw new TypeError('no shelf'); }, 'TOOL_ERROR', 'TypeError: no shelf'],
  ['undefined', () => { throw undefined; }, 'TOOL_ERROR', 'Error: the tool threw undefined instead of an Error'],
  ['a rejection', () => Promise.reject(new Error('later')), 'TOOL_ERROR', 'Error: later'],
  ['a final failure', () => { throw new ToolFailure('gone', { code: 'GONE' }); }, 'GONE', 'gone'],
  ['a transient failure of a manual tool', () => { throw new TransientToolError('busy'); }, 'TOOL_TRANSIENT', 'TransientToolError: busy'],
])('%s becomes an error result', async (_name, handler, code, message) => {
  expect(await resultOf(bench([tool({ handler })]), '{"text":"x"}')).toMatchObject({ success: false, error: { code, message }, content: message });
}); // prettier-ignore

test('a handler that hangs is answered at its deadline and sees its signal fire', async () => {
  let signal: AbortSignal | undefined;
  const at = bench([tool({ timeoutMs: 20, handler: (_args, ctx) => new Promise(() => { signal = ctx.signal; }) })]); // prettier-ignore
  const result = await resultOf(at, '{"text":"x"}');
  expect(result.content).toMatchInlineSnapshot(
    `"echo timed out after 0.02 s. It may have partly run: check its effects before calling it again."`,
  );
  expect(result.metadata.outcomeUnknown).toBe(true);
  expect(signal?.aborted).toBe(true);
});

test('a context is dead once its call has settled', async () => {
  let kept: { progress(value: string): void } | undefined;
  await perform(bench([tool({ handler: (_args, ctx) => { kept = ctx.call; } })]), '{"text":"x"}'); // prettier-ignore
  expect(() => kept?.progress('late')).toThrow(expect.objectContaining({ code: 'CTX_EXPIRED' }) as Error);
});

test('an async iterable reports its items and answers with the last one', async () => {
  const at = bench([tool({ handler: async function* () { yield 'one'; yield 'two'; } })]); // prettier-ignore
  expect((await resultOf(at, '{"text":"x"}')).content).toBe('two');
  expect(at.events.filter((event) => event.type === 'tool-progress').map((event) => event['value'])).toEqual(['one', 'two']);
});

describe('retry', () => {
  const fast = { attempts: 3, backoffMs: 1, maxBackoffMs: 1 };
  const failing = (times: number, log: number[]) => (_args: unknown, ctx: { call: { attempt: number; idempotencyKey: string } }) => {
    log.push(ctx.call.attempt);
    if (log.length <= times) throw new TransientToolError('busy');
    return ctx.call.idempotencyKey;
  };

  test.each([['safe'], ['idempotent']] as const)('a %s tool is repeated with the same key', async (replayPolicy) => {
    const log: number[] = [];
    const at = bench([tool({ replayPolicy, retry: fast, handler: failing(2, log) })]);
    expect(await resultOf(at, '{"text":"x"}')).toMatchObject({ content: 'run_1:call_1', metadata: { attempts: 3 } });
    expect(log).toEqual([1, 2, 3]);
    expect(at.events.filter((event) => event.type === 'tool-retry')).toHaveLength(2);
  });

  test('exhausted attempts give an error result that counts them', async () => {
    const result = await resultOf(bench([tool({ replayPolicy: 'safe', retry: fast, handler: failing(9, []) })]), '{"text":"x"}');
    expect(result.content).toBe('TransientToolError: busy (tried 3 times)');
  });

  test('a manual tool never runs twice', async () => {
    const log: number[] = [];
    await perform(bench([tool({ retry: fast, handler: failing(2, log) })]), '{"text":"x"}');
    expect(log).toEqual([1]);
  });

  test('a deadline is a reason to repeat a safe tool', async () => {
    let runs = 0;
    const handler = () => (++runs === 1 ? new Promise(() => undefined) : 'second');
    const result = await resultOf(bench([tool({ replayPolicy: 'safe', timeoutMs: 10, retry: fast, handler })]), '{"text":"x"}');
    expect([result.content, runs]).toEqual(['second', 2]);
  });

  test('retryIfResult repeats a result it does not like', async () => {
    let runs = 0;
    const at = bench([
      tool({ replayPolicy: 'safe', retry: fast, retryIfResult: (result) => result.content === '1', handler: () => ++runs }),
    ]);
    expect((await resultOf(at, '{"text":"x"}')).content).toBe('2');
  });
});

describe('dedupe', () => {
  test('identical safe calls of a run share one execution, and a change of the world forgets it', async () => {
    let reads = 0;
    const read = tool({ name: 'read', replayPolicy: 'safe', handler: async () => ++reads });
    const write = tool({ name: 'write', handler: () => 'written' });
    const at = bench([read, write], { policy: { dedupeCalls: true }, run: { dedupe: new DedupeStore() } });
    const [first, twin] = await Promise.all([perform(at, '{"text":"a"}', 'read', 'c1'), perform(at, '{ "text": "a" }', 'read', 'c2')]);
    expect([first, twin]).toMatchObject([
      { result: { callId: 'c1', output: 1 } },
      { result: { callId: 'c2', output: 1, metadata: { deduplicatedFrom: 'c1' } } },
    ]);
    await perform(at, '{"text":"b"}', 'write', 'c3');
    expect(await perform(at, '{"text":"a"}', 'read', 'c4')).toMatchObject({ result: { output: 2 } });
  });

  test('a safe tool that is serial is asked each time, and forgets nothing for others', async () => {
    let reads = 0;
    const read = tool({ name: 'read', replayPolicy: 'safe', handler: async () => ++reads });
    const next = tool({ name: 'next', replayPolicy: 'safe', concurrency: 'serial', handler: async () => ++reads });
    const at = bench([read, next], { policy: { dedupeCalls: true }, run: { dedupe: new DedupeStore() } });
    const outputs: unknown[] = [];
    for (const [id, name] of ['read', 'next', 'next', 'read'].entries()) {
      const outcome = await perform(at, '{"text":"a"}', name, `c${id}`);
      outputs.push('result' in outcome ? outcome.result.output : outcome.kind);
    }
    expect(outputs).toEqual([1, 2, 3, 1]);
  });
});

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

test('a broken approval condition, key or audit sink never lets a call through unseen or crashes the run', async () => {
  const bad = { key: () => { throw new Error('no key'); }, mode: 'write' as const }; // prettier-ignore
  expect(await resultOf(bench([tool({ concurrency: bad })]), '{"text":"x"}')).toMatchObject({ error: { code: 'CALL_NOT_PREPARED' } });
  const condition = tool({ approval: { when: () => { throw new Error('broken'); } } }); // prettier-ignore
  expect(await perform(bench([condition]), '{"text":"x"}')).toMatchObject({ kind: 'pending' });
  const at = bench([tool()], { kernel: { audit: { record: () => { throw new Error('full'); } } } }); // prettier-ignore
  expect(await resultOf(at, '{"text":"x"}')).toMatchObject({ success: true });
  expect(at.events.filter((event) => event.type === 'error')).toHaveLength(2);
});

test('a result that breaks its contract is an error, not data', async () => {
  const at = bench([
    tool({ outputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }, handler: () => ({ n: 'x' }) }),
  ]);
  expect(await resultOf(at, '{"text":"x"}')).toMatchObject({ error: { code: 'OUTPUT_INVALID' } });
});

test('hidden parameters are filled by the runtime and refused from the model', async () => {
  const seen: unknown[] = [];
  const at = bench([tool({ hidden: { max: 5 }, handler: (args) => void seen.push(args) })]);
  await perform(at, '{"text":"x"}');
  expect(seen).toEqual([{ text: 'x', max: 5 }]);
  expect(await resultOf(at, '{"text":"x","max":9}')).toMatchObject({ error: { code: 'ARGUMENTS_INVALID' } });
});
