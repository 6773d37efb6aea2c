import { CommanderError } from 'commander';
import { HarnessError } from 'tackroom';
import { CliError, describeError, reasonOf } from './cli-error.js';

const problem = { code: 'A_PROBLEM', where: 'here', message: 'It is wrong.' };

test.each([
  ['an error of the command', new CliError('CLI_USAGE', 'Say more.'), { code: 'CLI_USAGE', message: 'Say more.', problems: [] }],
  ['its problems', new CliError('CLI_X', 'x', { problems: [problem] }), { code: 'CLI_X', message: 'x', problems: [problem] }],
  [
    'one of the framework',
    new HarnessError('BOOT_INVALID', 'x', { problems: [problem] }),
    { code: 'BOOT_INVALID', message: 'x', problems: [problem] },
  ],
  [
    'one of the parser',
    new CommanderError(1, 'commander.x', 'error: unknown\n(Did you mean y?)'),
    { code: 'CLI_USAGE', message: 'unknown (Did you mean y?)', problems: [] },
  ],
  ['a fault', new TypeError('x is undefined'), { code: 'CLI_FAILED', message: 'TypeError: x is undefined', problems: [] }],
  ['a system error', Object.assign(new Error('no'), { code: 'ENOENT' }), { code: 'CLI_FAILED', message: 'Error: no', problems: [] }],
  ['no error at all', { a: 1 }, { code: 'CLI_FAILED', message: 'Something threw { a: 1 }.', problems: [] }],
  ['nothing', undefined, { code: 'CLI_FAILED', message: 'Something threw undefined.', problems: [] }],
])('%s', (_what, error, described) => {
  expect(describeError(error)).toEqual(described);
});

test.each([
  [new Error('It broke.'), 'It broke'],
  [new Error('first\n  second'), 'first second'],
  ['text', "'text'"],
])('the reason of %p', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
