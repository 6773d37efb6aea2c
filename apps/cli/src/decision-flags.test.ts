import fc from 'fast-check';
import { splitDecisions } from './decision-flags.js';

const takesValue = (flag: string): boolean => ['--state', '--system'].includes(flag);
const split = (...argv: readonly string[]) => splitDecisions(argv, takesValue);

test.each([
  [['--approve', 'all'], [{ type: 'approve', id: 'all' }], []],
  [['--approve=a1', '--json'], [{ type: 'approve', id: 'a1' }], ['--json']],
  [['--reject', 'a1'], [{ type: 'reject', id: 'a1', message: undefined }], []],
  [['--reject', 'a1', '-m', 'no'], [{ type: 'reject', id: 'a1', message: 'no' }], []],
  [['--reject', 'a1', '--message=-- no --'], [{ type: 'reject', id: 'a1', message: '-- no --' }], []],
  [['--edit', 'a1', '{"n":1}'], [{ type: 'edit', id: 'a1', args: { n: 1 } }], []],
  [['--edit=a1', '{}'], [{ type: 'edit', id: 'a1', args: {} }], []],
  [['--answer', 'q1', '--approve'], [{ type: 'answer', id: 'q1', text: '--approve' }], []],
  [['--answer', 'q1', ''], [{ type: 'answer', id: 'q1', text: '' }], []],
  [['--system', '--approve', 'x'], [], ['--system', '--approve', 'x']],
  [['--', '--approve', 'all'], [], ['--', '--approve', 'all']],
  [['resume', '--state', 's', '--constructor'], [], ['resume', '--state', 's', '--constructor']],
  [
    ['--approve', 'a1', '--reject', 'a2', '-m', 'x', '--approve', 'a3'],
    [
      { type: 'approve', id: 'a1' },
      { type: 'reject', id: 'a2', message: 'x' },
      { type: 'approve', id: 'a3' },
    ],
    [],
  ],
])('%j', (argv, decisions, rest) => {
  expect(split(...argv)).toEqual({ decisions, rest });
});

test.each([
  [['--approve'], 'CLI_USAGE', '--approve needs an approval id or "all".'],
  [['--approve', '--json'], 'CLI_USAGE', '--approve needs an approval id or "all".'],
  [['--edit', 'a1', '--json'], 'CLI_USAGE', '--edit needs the new arguments as JSON.'],
  [['--edit', 'a1', '[]'], 'CLI_JSON_INVALID', '--edit must be one JSON object, for example {"path":"README.md"}.'],
  [['--answer', 'q1'], 'CLI_USAGE', '--answer needs the answer.'],
  [['-m', 'x'], 'CLI_USAGE', '-m belongs to the --reject before it; there is none.'],
  [['--reject', 'a1', '--approve', 'a2', '-m', 'x'], 'CLI_USAGE', '-m belongs to the --reject before it; there is none.'],
  [['--reject', 'a1', '-m', 'x', '-m', 'y'], 'CLI_USAGE', '--reject a1 has two messages.'],
])('%j is refused', (argv, code, message) => {
  expect(() => split(...argv)).toThrow(expect.objectContaining({ code, message }));
});

test('what is no answer is left as it was, in its order', () => {
  const word = fc.string().filter((text) => !/^(?:--(?:approve|reject|message|edit|answer)(?:=|$)|-m$)/.test(text));
  fc.assert(fc.property(fc.array(word), (argv) => expect(split(...argv)).toEqual({ decisions: [], rest: argv })));
});
