import type { JsonObject, PendingItem } from '@tackroom/core';
import { calls, text } from '@tackroom/testing';
import fc from 'fast-check';
import { askUser, type RunResult, type RunState } from '../src/index.js';
import { asker, elsewhere } from './asker.js';
import { resultsOf, Workshop } from './workshop.js';

const KINDS = ['free', 'step', 'drop', 'step_ask', 'ask_user'] as const;

type Made = readonly [kind: (typeof KINDS)[number], approved: boolean];

/** A turn of calls; approvals are given or refused, and each question has an answer of its own. */
const turn = fc.array(fc.tuple(fc.constantFrom(...KINDS), fc.boolean()), { minLength: 1, maxLength: 6 });

/** What a call is about; nothing else in the turn is. */
const nameOf = (at: number): string => `n${at}`;

function resultOf([kind, approved]: Made, at: number): unknown {
  if (kind === 'ask_user') return `The user answered: ${nameOf(at)} indeed`;
  const refused: unknown = expect.stringContaining('refused');
  return approved || kind === 'free' || kind === 'step' ? `${kind} done` : refused;
}

function decide(state: RunState, made: readonly Made[], item: PendingItem): RunState {
  if (item.kind === 'question') return state.answer(item.id, `${item.question} indeed`);
  const at = Number(String(item.args['table']).slice(1));
  return made[at]?.[1] === true ? state.approve(item.id) : state.reject(item.id);
}

test('in any order and in as many processes, each question gets its own answer once, and nothing runs twice', async () => {
  await fc.assert(
    fc.asyncProperty(turn, fc.infiniteStream(fc.nat(5)), async (made, choices) => {
      const shop = new Workshop();
      const host = { tools: [...shop.tools, askUser()], agent: { detectRepetition: false } };
      const asked = made.map(([kind], at): readonly [string, JsonObject] =>
        kind === 'ask_user' ? [kind, { question: nameOf(at) }] : [kind, { table: nameOf(at) }],
      );
      let result: RunResult = await asker([calls(...asked), text('done')], {}, host).run('Go.');
      const seen = new Set<string>();
      for (const choice of choices) {
        if (result.status !== 'paused') break;
        const item = result.pending[choice % result.pending.length];
        if (item === undefined) throw new Error('The run waits for nothing.');
        expect(seen).not.toContain(item.id);
        seen.add(item.id);
        const decided = decide(elsewhere(result), made, item);
        result = await asker([text('done')], {}, host).resume(elsewhere({ state: decided }), { partial: true });
      }
      expect([result.status, result.text]).toEqual(['completed', 'done']);
      expect(resultsOf(result)).toEqual(made.map(resultOf));
      const ran = made.flatMap(([kind, approved], at) =>
        kind === 'ask_user' || (kind !== 'free' && kind !== 'step' && !approved) ? [] : [`${kind} ${nameOf(at)}`],
      );
      expect([...shop.done].sort()).toEqual(ran.sort());
    }),
    { numRuns: 60 },
  );
});
