import { missingSchema } from './reads-arguments.js';

test.each<[what: string, fn: (...args: never[]) => unknown, isMissing: boolean]>([
  ['a pattern', ({ a }: { a: number }) => a, true],
  ['a name that is used', (args: { a: number }) => args.a, true],
  [
    'a function',
    function add(args: { a: number }) {
      return args.a;
    },
    true,
  ],
  ['a name that is not used', (args: unknown) => 1, false],
  ['a name that says so', (_args: unknown, ctx: unknown) => [_args, ctx], false],
  ['another one of that name', (args: unknown) => ({ a: [1] }).a.length, false],
  ['nothing', () => 1, false],
  ['a rest', (...args: unknown[]) => args, false],
  ['a native function', Math.max, false],
])('%s', (_what, fn, isMissing) => {
  expect(missingSchema(fn, 'tool add')?.code).toBe(isMissing ? 'TOOL_SCHEMA_MISSING' : undefined);
});
