import {
  executeCall,
  performCall,
  prepareCall,
  RequiresApproval,
  silentLogger,
  Tool,
  Toolkit,
  ToolRegistry,
  type ApprovalAnswer,
  type ApprovalRequest,
  type Approver,
  type Decision,
  type JsonObject,
  type PersonApproval,
} from '@tackroom/core';
import { callBench, callThrough, echo, resultOf, type CallBench } from './call-bench.js';

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

describe('an approval holds for what the person saw', () => {
  const hiding = (ran: JsonObject[]) => echo({ permission: 'ask', hidden: { max: 5 }, handler: (args) => void ran.push(args) });

  test('also where the runtime fills parameters in that the model never sees', async () => {
    const ran: JsonObject[] = [];
    const at = callBench([hiding(ran)]);
    const { request, approved } = await asked(at);
    expect(request.args).toEqual({ text: 'x', max: 5 });
    expect(await resultOf(at, { args: JSON.parse(JSON.stringify(request.args)) as JsonObject, approved })).toMatchObject({ success: true });
    await executeCall(at.tools, { name: 'echo', args: { text: 'x' } }, at.run, answering({ type: 'edit', args: { text: 'y', max: 5 } }));
    expect(ran).toEqual([{ text: 'x', max: 5 }, { text: 'y', max: 5 }]); // prettier-ignore
  });

  test.each([
    ['other hidden values', { text: 'x', max: 9 }, false],
    ['the same as an edit', { text: 'x', max: 9 }, true],
    ['other arguments', { text: 'y', max: 5 }, false],
  ])('not for %s', async (_name, args, edited) => {
    const ran: JsonObject[] = [];
    const at = callBench([hiding(ran)]);
    const { approved } = await asked(at);
    expect(await resultOf(at, { args, approved: { ...approved, edited } })).toMatchObject({ success: false });
    expect(ran).toEqual([]);
  });

  test('a tool that changed is said to have changed, even where its schema refuses the old arguments', async () => {
    const { approved } = await asked(callBench([echo({ permission: 'ask' })]));
    const inputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false };
    const changed = callBench([echo({ permission: 'ask', inputSchema })]);
    expect(await resultOf(changed, { approved })).toMatchObject({ error: { code: 'APPROVAL_STALE' } });
  });

  test('a call that nobody approved is not performed, whoever asks for it', async () => {
    const ran: unknown[] = [];
    const at = callBench([echo({ permission: 'ask', handler: () => ran.push(1) })]);
    const prepared = await prepareCall(at.tools, { callId: 'c', providerCallId: '', name: 'echo', args: '{"text":"x"}' }, at.run);
    if (prepared.kind !== 'pending') throw new Error(prepared.kind);
    expect(await performCall(at.tools, prepared.call, at.run)).toMatchObject({ result: { error: { code: 'PERMISSION_DENIED' } } });
    expect(ran).toEqual([]);
  });
});

describe('edited arguments', () => {
  const guarded = (beforeTool: (args: JsonObject) => { refuse: string } | { args: JsonObject } | undefined) =>
    callBench([echo({ permission: 'ask' })], { kernel: { middleware: [{ beforeTool: ({ args }) => beforeTool(args) }] } });
  const call = { name: 'echo', args: { text: 'fine' } };

  test('pass the hooks like any others', async () => {
    const at = guarded((args) => (args['text'] === 'evil' ? { refuse: 'not that' } : undefined));
    const outcome = await executeCall(at.tools, call, at.run, answering({ type: 'edit', args: { text: 'evil' } }));
    expect(outcome).toMatchObject({ result: { error: { code: 'MIDDLEWARE_REFUSED', message: 'not that' } } });
  });

  test('that a hook changes are asked about anew', async () => {
    const at = guarded((args) => ({ args: { text: String(args['text']).trim() } }));
    const requests: JsonObject[] = [];
    const answers: ApprovalAnswer[] = [{ type: 'edit', args: { text: '  other ' } }, { type: 'approve' }];
    const approver: Approver = { approve: (request) => (requests.push(request.args), answers.shift()) };
    expect(await executeCall(at.tools, call, at.run, approver)).toMatchObject({ result: { content: 'other' } });
    expect(requests).toEqual([{ text: 'fine' }, { text: 'other' }]);
  });
});

describe('no decision', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const unreadable = new Proxy({}, { get: () => { throw new Error('trap'); } }); // prettier-ignore
  const FAILED = 'the approver failed';
  const INVALID = 'the approver gave no valid answer';
  const approvers: readonly (readonly [string, () => unknown, string, unknown])[] = [
    ['throws an error', () => { throw new Error('no line to the chat'); }, FAILED, 'no line to the chat'],
    ['throws undefined', () => { throw undefined; }, FAILED, expect.stringContaining('undefined')],
    ['rejects', () => Promise.reject(new Error('timed out')), FAILED, 'timed out'],
    ['rejects with null', async () => { throw null; }, FAILED, expect.stringContaining('null')],
    ['answers null', () => null, INVALID, undefined],
    ['answers true', () => true, INVALID, undefined],
    ['answers a word', () => 'approve', INVALID, undefined],
    ['answers later, of no known type', () => Promise.resolve({ type: 'yes' }), INVALID, undefined],
    ['approves for a scope that is none', () => ({ type: 'approve', scope: 'world' }), INVALID, undefined],
    ['rejects with words that are no text', () => ({ type: 'reject', message: 7 }), INVALID, undefined],
    ['edits without arguments', () => ({ type: 'edit' }), INVALID, undefined],
    ['edits to a list', () => ({ type: 'edit', args: ['x'] }), INVALID, undefined],
    ['edits to a circle', () => ({ type: 'edit', args: cyclic }), INVALID, expect.stringContaining('circular')],
    ['edits to a number that JSON lacks', () => ({ type: 'edit', args: { text: 1n } }), INVALID, expect.stringContaining('BigInt')],
    ['approves in one breath and edits in the next', () => ({ type: 'approve', toJSON: () => ({ type: 'edit' }) }), INVALID, undefined],
    ['answers what cannot be read', () => unreadable, FAILED, 'trap'],
    ['answers what cannot be written', () => ({ type: 'approve', toJSON: () => { throw new Error('trap'); } }), INVALID, 'trap'],
  ]; // prettier-ignore

  test.each(approvers)('from an approver that %s', async (_name, approve, reason, error) => {
    const ran: unknown[] = [];
    const logged: unknown[] = [];
    const logger = { ...silentLogger, error: (...entry: unknown[]) => void logged.push(entry) };
    const at = callBench([echo({ permission: 'ask', handler: () => ran.push(1) })], { kernel: { logger } });
    const outcome = await executeCall(at.tools, { id: 'c1', name: 'echo', args: { text: 'x' } }, at.run, { approve } as Approver);
    const content = `This call needs approval, and no decision could be obtained: ${reason}. It did not run. Go on without it and say that it still needs approval.`;
    expect(outcome).toMatchObject({ result: { success: false, content, error: { code: 'APPROVAL_FAILED' }, metadata: { attempts: 0 } } });
    const facts = { callId: 'c1', tool: 'echo', approvalId: expect.any(String), reason, ...(error === undefined ? {} : { error }) };
    expect(logged).toEqual([['No decision on a call could be obtained; it is refused.', facts]]);
    expect(at.audited.at(-1)).toMatchObject({ type: 'call', outcome: 'denied', errorCode: 'APPROVAL_FAILED' });
    expect(ran).toEqual([]);
  });

  test("is nobody's refusal: a person who refuses later is still asked twice, and is named", async () => {
    const at = callBench([echo({ permission: 'ask' })], { run: { refusals: new Map() } });
    let asked = 0;
    const failing: Approver = { approve: () => { throw new Error('down'); } }; // prettier-ignore
    const refusing: Approver = { approve: () => (asked++, { type: 'reject', message: 'not now' }) };
    const call = { name: 'echo', args: { text: 'x' } };
    for (let index = 0; index < 3; index++) await executeCall(at.tools, call, at.run, failing);
    for (let index = 0; index < 3; index++) {
      expect(await executeCall(at.tools, call, at.run, refusing)).toMatchObject({
        result: { error: { code: 'APPROVAL_REJECTED' }, content: expect.stringMatching(/^A person refused this call/) },
      });
    }
    expect(asked).toBe(2);
  });
});

test('what an approver keeps of its answer changes nothing any more', async () => {
  const args = { text: 'y' };
  const at = callBench([echo({ permission: 'ask' })]);
  const approver: Approver = { approve: () => (setImmediate(() => (args.text = 'evil')), { type: 'edit', args }) };
  expect(await executeCall(at.tools, { name: 'echo', args: { text: 'x' } }, at.run, approver)).toMatchObject({ result: { content: 'y' } });
  expect(Object.isFrozen(args)).toBe(false);
});

describe('nobody is waited for in vain', () => {
  test('a cancelled call does not wait for its approver, and a late yes counts for nothing', async () => {
    const ran: unknown[] = [];
    const at = callBench([echo({ permission: 'ask', handler: () => ran.push(1) })]);
    let approve: ((answer: ApprovalAnswer) => void) | undefined;
    const approver: Approver = { approve: () => new Promise((resolve) => (approve = resolve)) };
    const outcome = executeCall(at.tools, { name: 'echo', args: { text: 'x' } }, at.run, approver);
    await new Promise((resolve) => setImmediate(resolve));
    at.run.cancellation.cancel();
    expect(await outcome).toMatchObject({ kind: 'result', result: { error: { code: 'CALL_CANCELLED' } } });
    approve?.({ type: 'approve' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(ran).toEqual([]);
    expect(at.audited.at(-1)).toMatchObject({ type: 'call', outcome: 'aborted' });
  });

  test('a preview that hangs is left out when its time is over', async () => {
    let fire: (() => void) | undefined;
    const clock = {
      now: () => 0,
      monotonic: () => 0,
      timer: (_ms: number, then: () => void) => ((fire = then), { cancel: () => undefined }),
    };
    const at = callBench([echo({ permission: 'ask', preview: () => new Promise(() => undefined) })], { kernel: { clock } });
    const pending = asked(at);
    await new Promise((resolve) => setImmediate(resolve));
    fire?.();
    expect((await pending).request.preview).toBe('(no preview within 10 s)');
  });
});

describe('what a person is shown', () => {
  test.each([
    ['control and direction characters', '\u001b[2Jrm -rf\u202e\u0007', '\\u001b[2Jrm -rf\\u202e\\u0007'],
    ['a line that returns to its start', 'evil\rgood', 'evil\\u000dgood'],
    ['lines and tabs', '- a\r\n+\tb\n', '- a\n+\tb\n'],
    ['something that is no text', { toString: () => 'made' } as never, 'made'],
  ])('a preview escapes %s', async (_name, preview, shown) => {
    expect((await asked(callBench([echo({ permission: 'ask', preview: () => preview })]))).request.preview).toBe(shown);
  });
});

describe('approval conditions', () => {
  const conditions: readonly (readonly [string, unknown, boolean])[] = [
    ['says no', () => false, false],
    ['says yes', () => true, true],
    ['answers nothing', () => undefined, true],
    ['answers later', async () => false, true],
    ['fails later', () => Promise.reject(new Error('gone')), true],
    ['throws', () => { throw new Error('gone'); }, true],
  ]; // prettier-ignore

  test.each(conditions)('one that %s', async (_name, when, asks) => {
    const other = echo({ name: 'other', approval: { when: when as () => boolean } });
    const checking = echo({
      handler: (_args, ctx) => ctx.permissions.check('other', { text: 'x' }).then(({ verdict }: Decision) => verdict),
    });
    const at = callBench([other, checking]);
    expect((await callThrough(at, { name: 'other' })).kind).toBe(asks ? 'pending' : 'result');
    expect((await resultOf(at)).output).toBe(asks ? 'ask' : 'allow');
  });
});

test('of conditions that add up, one that does not answer is a yes as well', async () => {
  class Base {
    @Tool({ description: 'Pay.' })
    @RequiresApproval({ when: () => undefined as never })
    pay(): string {
      return 'paid';
    }
  }
  @Toolkit()
  class Shop extends Base {
    @RequiresApproval({ when: () => false })
    override pay(): string {
      return super.pay();
    }
  }
  const registry = new ToolRegistry();
  registry.registerAll([Shop]);
  expect((await registry.attempt({ name: 'pay' })).kind).toBe('pending');
});
