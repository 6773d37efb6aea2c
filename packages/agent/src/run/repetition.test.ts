import { observeTurn, repetitionNotice, type Cycle, type RepeatedCall, type Repetition } from './repetition.js';

const turn = (text: string): readonly RepeatedCall[] =>
  text.split(',').map((each) => ({ name: each, args: '{}', outcome: `${each} done` }));

function cyclesIn(turns: readonly (readonly RepeatedCall[])[]): readonly [number, Cycle][] {
  const found: [number, Cycle][] = [];
  let history: Repetition | undefined;
  turns.forEach((each, at) => {
    const seen = observeTurn(history, each);
    history = seen.history;
    if (seen.cycle !== undefined) found.push([at + 1, seen.cycle]);
  });
  return found;
}

test.each<[string, string, readonly [number, Cycle][]]>([
  ['the same call three times', 'a a a', [[3, { period: 1, laps: 3 }]]],
  ['twice is not enough', 'a a b a a', []],
  ['two turns in a cycle', 'a b a b a b', [[6, { period: 2, laps: 3 }]]],
  ['four turns in a cycle', 'a b c d a b c d a b c d', [[12, { period: 4, laps: 3 }]]],
  ['five turns in a cycle are not seen', 'a b c d e a b c d e a b c d e', []],
  ['the cycle need not begin at once', 'x y a a a', [[5, { period: 1, laps: 3 }]]],
  [
    'a notice clears the history',
    'a a a a a a a',
    [
      [3, { period: 1, laps: 3 }],
      [6, { period: 1, laps: 3 }],
    ],
  ],
  ['turns of several calls', 'a,b a,b a,b', [[3, { period: 1, laps: 3 }]]],
  ['several same calls within one turn are one turn', 'a,a,a', []],
  ['other calls in the turn make another turn', 'a,b a,c a,b', []],
])('%s', (_, text, expected) => {
  expect(cyclesIn(text.split(' ').map(turn))).toEqual(expected);
});

const call = (args: string, outcome: string): readonly RepeatedCall[] => [{ name: 'a', args, outcome }];

test.each([
  ['other outcomes', [call('{}', '1 of 3 done'), call('{}', '2 of 3 done'), call('{}', '3 of 3 done')], false],
  ['other arguments', [call('{"n":1}', 'x'), call('{"n":2}', 'x'), call('{"n":3}', 'x')], false],
  [
    'times in outcomes',
    [call('{}', 'at 2026-01-01T10:00:00Z'), call('{}', 'at 2026-01-01T10:00:05Z'), call('{}', 'at 2026-01-01T10:01:09.125Z')],
    true,
  ],
  ['durations in outcomes', [call('{}', 'took 9 ms'), call('{}', 'took 11 ms'), call('{}', 'took 1.25 s')], true],
  [
    'ids in arguments',
    [
      call('{"id":"0f8fad5b-d9cb-469f-a165-70867728950e"}', 'x'),
      call('{"id":"7c9e6679-7425-40de-944b-e07fc1f90ae7"}', 'x'),
      call('{"id":"550e8400-e29b-41d4-a716-446655440000"}', 'x'),
    ],
    true,
  ],
  ['milliseconds since the epoch', [call('{}', '1767225600000'), call('{}', '1767225600123'), call('{}', '1767225699999')], true],
])('with %s it is a repetition: %#', (_, turns, repeats) => {
  expect(cyclesIn(turns)).toHaveLength(repeats ? 1 : 0);
});

test('a long history keeps what the longest cycle needs', () => {
  const turns = Array.from({ length: 200 }, (_, at) => turn(`x${at}`));
  expect(cyclesIn([...turns, turn('a'), turn('a'), turn('a')])).toEqual([[203, { period: 1, laps: 3 }]]);
});

test('what the model reads', () => {
  expect(repetitionNotice({ period: 1, laps: 3 })).toMatchInlineSnapshot(
    `"Notice: the same call came 3 times in a row with the same outcome. Repeating it again will not change it: take another way, or answer with what is known."`,
  );
  expect(repetitionNotice({ period: 2, laps: 3 })).toMatchInlineSnapshot(
    `"Notice: the same 2 turns came 3 times in a row with the same outcome. Repeating it again will not change it: take another way, or answer with what is known."`,
  );
});
