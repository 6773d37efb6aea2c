import type ts from 'typescript';
import type { Schema } from './json-schema.js';
import { Refusal } from './refusal.js';
import { templatePattern } from './template-pattern.js';
import { isIntegerName } from './written-node.js';
import { compiler } from '../typescript.js';

/** The schema of a type that is no object and no union; undefined for those. */
export function primitiveSchema(type: ts.Type, checker: ts.TypeChecker): Schema | undefined {
  const { flags } = type;
  if (isUnresolved(type))
    throw new Refusal('has a type that the compiler does not find: check its import, and that its package is installed');
  if (flags & (compiler.TypeFlags.Any | compiler.TypeFlags.Unknown)) return {};
  if (type.isStringLiteral()) return { type: 'string', const: type.value };
  if (type.isNumberLiteral()) return { type: 'number', const: finite(type.value) };
  if (flags & compiler.TypeFlags.BooleanLiteral) return { type: 'boolean', const: checker.typeToString(type) === 'true' };
  if (flags & compiler.TypeFlags.String) return { type: 'string' };
  if (flags & compiler.TypeFlags.Number) return { type: 'number' };
  if (flags & compiler.TypeFlags.Boolean) return { type: 'boolean' };
  if (flags & compiler.TypeFlags.Null) return { type: 'null' };
  if (flags & compiler.TypeFlags.TemplateLiteral) {
    return { type: 'string', pattern: `^${templatePattern(type as ts.TemplateLiteralType, checker)}$` };
  }
  if (flags & compiler.TypeFlags.NonPrimitive) return { type: ['object', 'array'] };
  if (flags & compiler.TypeFlags.Intersection) return brandedSchema(type as ts.IntersectionType, checker);
  if (flags & (compiler.TypeFlags.Object | compiler.TypeFlags.Union)) return undefined;
  throw new Refusal(refusalOf(type, checker));
}

/** A type that could not be resolved looks like `any`, but nobody wrote that. */
function isUnresolved(type: ts.Type): boolean {
  const { intrinsicName } = type as { readonly intrinsicName?: string }; // of every type that the compiler itself makes
  return intrinsicName === 'error' || intrinsicName === 'unresolved';
}

/** `string & { readonly brand: … }` is a string to JSON. */
function brandedSchema(type: ts.IntersectionType, checker: ts.TypeChecker): Schema | undefined {
  const base = type.types.find(
    (part) => part.flags & (compiler.TypeFlags.StringLike | compiler.TypeFlags.NumberLike | compiler.TypeFlags.BooleanLike),
  );
  if (base === undefined) return undefined;
  const schema = primitiveSchema(base, checker);
  const isInteger = schema?.type === 'number' && (isIntegerName(type.aliasSymbol?.name) || hasIntegerBrand(type));
  return isInteger ? { ...schema, type: 'integer' } : schema;
}

/** `number & { readonly __integer: … }`, and the like. */
function hasIntegerBrand(type: ts.IntersectionType): boolean {
  return type.types.some((part) => part.getProperties().some(({ name }) => /^_*(?:brand_?)?integer(?:_?brand)?_*$/i.test(name)));
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new Refusal('is a number that JSON cannot say');
}

function refusalOf(type: ts.Type, checker: ts.TypeChecker): string {
  const { flags } = type;
  const name = checker.typeToString(type);
  if (flags & compiler.TypeFlags.BigIntLike) return 'is a bigint, which JSON cannot carry: take a string of digits';
  if (flags & compiler.TypeFlags.ESSymbolLike) return 'is a symbol, which JSON cannot carry: take a string';
  if (flags & (compiler.TypeFlags.Undefined | compiler.TypeFlags.Void)) return 'can only be undefined: leave it out of the signature';
  if (flags & compiler.TypeFlags.Never) return 'is never, so that no value fits: give it a type';
  if (flags & compiler.TypeFlags.StringMapping) return `is ${name}, which no schema says: take a string with a @pattern tag`;
  if (
    flags &
    (compiler.TypeFlags.TypeParameter | compiler.TypeFlags.IndexedAccess | compiler.TypeFlags.Conditional | compiler.TypeFlags.Substitution)
  ) {
    return `is ${name}, which depends on a type parameter: write the type that it stands for`;
  }
  return `is ${name}, which has no JSON Schema`;
}
