import type { Ctx } from '../contracts/ctx.js';
import { token } from '../contracts/token.js';
import { bindMethod, type ParameterSource } from './parameter-plan.js';

const Clock = token<string>('test/Clock');
const ctx = { get: () => 'clock' } as unknown as Ctx; // all that a source reads

test.each([0, 1, 2, 3, 4, 5, 6])('%i positions are filled in order, on the instance', (length) => {
  const all: readonly ParameterSource[] = [
    { kind: 'value', name: 'a' },
    { kind: 'ctx' },
    { kind: 'dep', token: Clock },
    { kind: 'args' },
    { kind: 'value', name: 'absent' },
    { kind: 'value', name: 'b' },
  ];
  const instance = {};
  function method(this: unknown, ...given: readonly unknown[]): unknown {
    return [this === instance, ...given];
  }
  const args = { a: 1, b: 2 };
  const handler = bindMethod(method, instance, all.slice(0, length));
  expect(handler(args, ctx)).toEqual([true, ...[1, ctx, 'clock', args, undefined, 2].slice(0, length)]);
});
