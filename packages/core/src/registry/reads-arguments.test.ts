import { runInThisContext } from 'node:vm';
import { missingSchema } from './reads-arguments.js';

test.each([
  ['({ a }) => a', true],
  ['(args) => args.a', true],
  ['(function add(args) { return args.a; })', true],
  ['(args = {}) => args', true],
  ['($args) => $args', true],
  ['(args) => 1', false],
  ['(args) => ({ args: 1 }).b', true],
  ['(args) => ({ a: 1 }).args', false],
  ['(_args, ctx) => [_args, ctx]', false],
  ['() => 1', false],
  ['(...args) => args', false],
  ['Math.max', false],
])('%s is a function without a schema: %s', (source, isMissing) => {
  const fn = runInThisContext(source) as (...args: never[]) => unknown;
  expect(missingSchema(fn, 'tool add')?.code).toBe(isMissing ? 'TOOL_SCHEMA_MISSING' : undefined);
});
