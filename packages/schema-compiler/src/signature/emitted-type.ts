import type { ParameterSignature } from '@tackroom/core';
import ts from 'typescript';

/**
 * What decorator metadata says of a type at run time, as far as all compilers agree: the three primitives, and Object for
 * everything that says less. Null and undefined do not count.
 */
export function emittedType(type: ts.Type, checker: ts.TypeChecker): ParameterSignature['emits'] {
  const present = checker.getNonNullableType(type);
  const is = (flags: ts.TypeFlags): boolean =>
    present.isUnion() ? present.types.every((member) => member.flags & flags) : (present.flags & flags) !== 0;
  if (is(ts.TypeFlags.StringLike)) return 'String';
  if (is(ts.TypeFlags.NumberLike)) return 'Number';
  return is(ts.TypeFlags.BooleanLike) ? 'Boolean' : 'Object';
}
