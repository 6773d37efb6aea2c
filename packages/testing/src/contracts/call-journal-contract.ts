import type { CallIntent, CallJournal, ToolResult } from '@tackroom/core';
import { declareSuite } from './test-api.js';
import type { Expect, Suite, TestApi } from './test-api.js';

/** One attempt as a journal has it. */
export interface JournalledAttempt {
  readonly intent: CallIntent;
  readonly result: ToolResult | undefined;
}

/** A journal under test. `read` gives every attempt in the order it was intended, as somebody would find it after a crash. */
export interface JournalUnderTest {
  readonly journal: CallJournal;
  read(): readonly JournalledAttempt[] | Promise<readonly JournalledAttempt[]>;
}

/** Declares the tests of a {@link CallJournal}; `make` gives a fresh one for each. */
export function callJournalContract(name: string, make: () => JournalUnderTest | Promise<JournalUnderTest>, api: TestApi): void {
  declareSuite(name, api, CALL_JOURNAL_SUITE, { make, expect: api.expect });
}

const CALL_JOURNAL_SUITE: Suite<{ readonly make: () => JournalUnderTest | Promise<JournalUnderTest>; readonly expect: Expect }> = {
  'an intent can be read as soon as its write has settled, and the result after its own': async ({ make, expect }) => {
    const { journal, read } = await make();
    const intent = intentOf({ args: { deep: [1, 'zwei', null, { '': '😀' }] } });
    await journal.intent(intent);
    expect(await read()).toEqual([{ intent, result: undefined }]);
    await journal.result('run_1', 'call_1', 1, resultOf('call_1'));
    expect(await read()).toEqual([{ intent, result: resultOf('call_1') }]);
  },

  'attempts, calls and runs are kept apart, whatever their ids hold': async ({ make, expect }) => {
    const { journal, read } = await make();
    const keys = [
      ['run_1', 'call_1', 1],
      ['run_1', 'call_1', 2],
      ['run_2', 'call_1', 1],
      ['run_1/call_1', '', 1],
      ['run_1', '/call_1', 1],
      ['a","b', 'c', 1],
      ['a', 'b","c', 1],
      ['__proto__', 'constructor', 11],
    ] as const;
    for (const [runId, callId, attempt] of keys) await journal.intent(intentOf({ runId, callId, attempt }));
    for (const [runId, callId, attempt] of [...keys].reverse())
      await journal.result(runId, callId, attempt, resultOf(JSON.stringify([runId, callId, attempt])));
    expect(await read()).toEqual(
      keys.map(([runId, callId, attempt]) => ({
        intent: intentOf({ runId, callId, attempt }),
        result: resultOf(JSON.stringify([runId, callId, attempt])),
      })),
    );
  },

  'writes that overlap are all kept': async ({ make, expect }) => {
    const { journal, read } = await make();
    const calls = Array.from({ length: 50 }, (_, index) => `call_${index}`);
    await Promise.all(
      calls.map(async (callId) => {
        await journal.intent(intentOf({ callId }));
        await journal.result('run_1', callId, 1, resultOf(callId));
      }),
    );
    const found = (await read()).map(({ intent, result }) => [intent.callId, result?.callId]);
    expect(found.sort()).toEqual(calls.map((callId) => [callId, callId]).sort());
  },
};

function intentOf(fields: Partial<CallIntent>): CallIntent {
  return {
    runId: 'run_1',
    callId: 'call_1',
    toolName: 'transfer_money',
    attempt: 1,
    args: { amount: 5 },
    replayPolicy: 'manual',
    idempotencyKey: 'run_1:call_1',
    definitionFingerprint: 'sha256:0',
    ...fields,
  };
}

function resultOf(callId: string): ToolResult {
  return {
    callId,
    toolName: 'transfer_money',
    success: true,
    output: { sent: 5 },
    content: 'Sent 5.',
    metadata: { durationMs: 3, attempts: 1, outcomeUnknown: false },
  };
}
