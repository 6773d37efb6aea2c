import type ts from 'typescript';
import type { Schema } from './json-schema.js';
import { aliasBody, isIntegerReference, mentionsInteger } from './written-node.js';
import { compiler } from '../typescript.js';

/** A member of a union, with the node that wrote it where there is one. */
export interface UnionMember {
  readonly type: ts.Type;
  readonly node: ts.TypeNode | undefined;
}

/** The members of a union in the order of its declaration, without what JSON cannot say (`undefined`). */
export function unionMembers(type: ts.UnionType, node: ts.TypeNode | undefined, checker: ts.TypeChecker): readonly UnionMember[] {
  const members = type.types.filter((member) => !isUndefined(member));
  const declared = declaredOrder(type, node, checker);
  // The compiler orders a union by when it first met each member, which other files decide.
  const rank = (member: ts.Type): number => {
    const at = declared.findIndex((one) => one.type === member);
    return at < 0 ? declared.length : at;
  };
  const name = (member: ts.Type): string => checker.typeToString(member, undefined, compiler.TypeFormatFlags.NoTruncation);
  return [...members]
    .sort((a, b) => rank(a) - rank(b) || (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : 0))
    .map((member) => ({ type: member, node: nodeOf(member, declared, checker) }));
}

/** Of `integer[] | number[]` the wider one counts. */
function nodeOf(member: ts.Type, declared: readonly UnionMember[], checker: ts.TypeChecker): ts.TypeNode | undefined {
  const nodes = declared.flatMap(({ type, node }) => (type === member && node !== undefined ? [node] : []));
  return nodes.find((node) => !mentionsInteger(node, checker)) ?? nodes[0];
}

/** Whether the type is `undefined` or `void`. */
export function isUndefined(type: ts.Type): boolean {
  return (type.flags & (compiler.TypeFlags.Undefined | compiler.TypeFlags.Void)) !== 0;
}

/** Whether the type is or contains `undefined`. */
export function allowsUndefined(type: ts.Type): boolean {
  return isUndefined(type) || (type.isUnion() && type.types.some(isUndefined));
}

function declaredOrder(type: ts.UnionType, node: ts.TypeNode | undefined, checker: ts.TypeChecker): readonly UnionMember[] {
  const declared: UnionMember[] = [];
  const collect = (at: ts.TypeNode, depth: number): void => {
    if (compiler.isParenthesizedTypeNode(at)) return collect(at.type, depth);
    if (compiler.isUnionTypeNode(at)) return at.types.forEach((part) => collect(part, depth));
    const isFollowed = compiler.isTypeReferenceNode(at) && !isIntegerReference(at) && depth < 10;
    const alias = isFollowed ? aliasBody(checker.getSymbolAtLocation(at.typeName), checker) : undefined;
    if (alias !== undefined) return collect(alias, depth + 1);
    const part = checker.getTypeFromTypeNode(at);
    for (const member of part.isUnion() ? partOrder(part) : [part]) declared.push({ type: member, node: at });
  };
  const body = type.aliasSymbol === undefined ? undefined : aliasBody(type.aliasSymbol, checker);
  for (const start of [node, body]) if (start !== undefined) collect(start, 0);
  return declared.length > 0 ? declared : enumOrder(type).map((member) => ({ type: member, node: undefined }));
}

/** `boolean` is a union to the compiler. */
function partOrder(type: ts.UnionType): readonly ts.Type[] {
  return type.flags & compiler.TypeFlags.Boolean ? type.types : enumOrder(type);
}

/** Members of an enum in the order of their declarations; none for a union whose order nobody wrote. */
function enumOrder(type: ts.UnionType): readonly ts.Type[] {
  const position = (member: ts.Type): number => (member.symbol as ts.Symbol | undefined)?.valueDeclaration?.pos ?? 0;
  const isEnum = type.types.every((member) => member.flags & compiler.TypeFlags.EnumLiteral);
  return isEnum ? [...type.types].sort((a, b) => position(a) - position(b)) : [];
}

/** One schema of several: constants of one type become an `enum`, what remains is alternatives. */
export function anyOf(schemas: readonly Schema[]): Schema {
  const branches: Schema[] = [];
  for (const schema of schemas) {
    const last = branches.find((branch) => isChoice(branch) && branch.type === schema.type);
    if (isConstant(schema) && last !== undefined) last.enum?.push(schema.const);
    else if (isConstant(schema)) branches.push({ type: schema.type, enum: [schema.const] });
    else if (!branches.some((branch) => JSON.stringify(branch) === JSON.stringify(schema))) branches.push(schema);
  }
  const complete = branches.map(simplified);
  return complete.length === 1 ? (complete[0] ?? {}) : { anyOf: complete };
}

type Constant = Schema & { readonly type: string; readonly const: string | number | boolean };

function isConstant(schema: Schema): schema is Constant {
  return schema.const !== undefined && Object.keys(schema).length === 2;
}

function isChoice(schema: Schema): boolean {
  return schema.enum !== undefined && Object.keys(schema).length === 2;
}

function simplified(schema: Schema): Schema {
  const { type, enum: values } = schema;
  if (!isChoice(schema) || values === undefined || type === undefined) return schema;
  if (type === 'boolean' && values.length === 2) return { type };
  const [only] = values;
  return values.length === 1 && only !== undefined ? { type, const: only } : schema;
}
