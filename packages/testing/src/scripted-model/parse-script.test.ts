import fc from 'fast-check';
import { HarnessError } from '@tackroom/core';
import { parseScript } from './parse-script.js';
import { ScriptedModel } from './scripted-model.js';

function problemsOf(script: unknown): string[] {
  try {
    parseScript(script);
    return [];
  } catch (error) {
    if (!HarnessError.is(error, 'SCRIPT_INVALID')) throw error;
    return error.problems.map(({ where, message }) => `${where}: ${message}`);
  }
}

test('a whole script is taken as it is, from JSON or from its text', async () => {
  const script = {
    turns: [
      { text: 'a', thinking: 'b', toolCalls: [{ id: 'c', name: 'd', args: [1] }, { name: 'e', rawArgs: '{' }, { name: 'f' }] },
      { deltas: [{ index: 0, id: 'a', name: 'b', args: '{' }, {}], delayMs: 1, chunkMs: 0, finish: 'pause_turn' },
      { error: { status: 503, message: 'busy', retryAfter: 3 }, usage: { inputTokens: 1 } },
      {},
    ],
  };
  expect(parseScript(script)).toBe(script);
  expect(parseScript(JSON.stringify(script))).toEqual(script);
  const model = ScriptedModel.fromJson(script, { specificationVersion: 'v3' });
  expect([model.remainingTurns, model.specificationVersion]).toEqual([4, 'v3']);
});

test('every problem of a script is named with its place', () => {
  const problems = problemsOf({
    name: 'x',
    turns: [
      { txt: 'a', text: 1, delayMs: -1, chunkMs: 3e9 },
      { toolCalls: [{ args: {} }, { name: 'a', args: {}, rawArgs: '{}' }, 'b', { name: null }], deltas: [{ args: {}, index: 0.5 }] },
      { error: { status: 42 } },
      { toolCalls: {}, usage: { inputTokens: 1.5, tokens: 1 }, constructor: 1 },
      null,
    ],
  });
  expect(problems.join('\n')).toMatchInlineSnapshot(`
   "name: is not a field here; the fields are turns.
   turns[0].txt: is not a field here; the fields are text, thinking, toolCalls, deltas, delayMs, chunkMs, finish, error, usage.
   turns[0].text: must be text, not 1.
   turns[0].delayMs: must be a number of milliseconds from 0 to 2147483647, not -1.
   turns[0].chunkMs: must be a number of milliseconds from 0 to 2147483647, not 3000000000.
   turns[1].toolCalls[0]: needs name.
   turns[1].toolCalls[1]: has both args and rawArgs: give the arguments once.
   turns[1].toolCalls[2]: must be an object, not "b".
   turns[1].toolCalls[3].name: must be text, not null.
   turns[1].deltas[0].args: must be text, not an object.
   turns[1].deltas[0].index: must be a whole number from 0, not 0.5.
   turns[2].error: needs message.
   turns[2].error.status: must be 0 or an HTTP status from 100 to 599, not 42.
   turns[3].toolCalls: must be an array, not an object.
   turns[3].usage.inputTokens: must be a whole number from 0, not 1.5.
   turns[3].usage.tokens: is not a field here; the fields are inputTokens, outputTokens, cachedInputTokens, reasoningTokens.
   turns[3].constructor: is not a field here; the fields are text, thinking, toolCalls, deltas, delayMs, chunkMs, finish, error, usage.
   turns[4]: must be an object, not null."
  `);
});

test.each([[[]], [null], ['[]'], ['nope'], [42], [{}], [{ turns: {} }], [{ turns: null }]])('%j is no script', (script) => {
  expect(problemsOf(script)).toHaveLength(1);
});

test('any JSON is either a script or a list of problems', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      problemsOf(value);
      problemsOf({ turns: [value] });
      problemsOf({ turns: [{ toolCalls: [value], deltas: [value], error: value, usage: value }] });
    }),
  );
});
