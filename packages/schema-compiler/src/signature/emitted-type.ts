import type { ParameterSignature } from '@tackroom/core';
import type ts from 'typescript';
import { compiler } from '../typescript.js';

/**
 * What decorator metadata says of a type at run time, as far as all compilers agree: the three primitives, and Object for
 * everything that says less. Null and undefined do not count.
 */
export function emittedType(type: ts.Type, checker: ts.TypeChecker): ParameterSignature['emits'] {
  const present = checker.getNonNullableType(type);
  const isOne = (member: ts.Type, flags: ts.TypeFlags): boolean =>
    member.isIntersection() ? member.types.some((part) => part.flags & flags) : (member.flags & flags) !== 0;
  const is = (flags: ts.TypeFlags): boolean =>
    present.isUnion() ? present.types.every((member) => isOne(member, flags)) : isOne(present, flags);
  if (is(compiler.TypeFlags.StringLike)) return 'String';
  if (is(compiler.TypeFlags.NumberLike)) return 'Number';
  return is(compiler.TypeFlags.BooleanLike) ? 'Boolean' : 'Object';
}
