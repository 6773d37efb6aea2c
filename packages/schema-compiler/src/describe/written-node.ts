import type ts from 'typescript';
import { compiler } from '../typescript.js';

/** Aliases of aliases beyond this many are not followed: one that names itself would never end. */
const MAX_ALIASES = 10;

/** What a node says once parentheses, `readonly` and aliases without type parameters are taken off; `integer` stays. */
export function writtenNode(node: ts.TypeNode | undefined, checker: ts.TypeChecker, depth = 0): ts.TypeNode | undefined {
  if (node === undefined || depth > MAX_ALIASES) return node;
  if (compiler.isParenthesizedTypeNode(node) || compiler.isTypeOperatorNode(node)) return writtenNode(node.type, checker, depth);
  if (!compiler.isTypeReferenceNode(node) || isIntegerReference(node)) return node;
  const body = aliasBody(checker.getSymbolAtLocation(node.typeName), checker);
  return body === undefined ? node : writtenNode(body, checker, depth + 1);
}

/** What a type alias stands for, as written; undefined for generic aliases and everything else. */
export function aliasBody(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): ts.TypeNode | undefined {
  const target = symbol !== undefined && symbol.flags & compiler.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = target?.declarations?.find(compiler.isTypeAliasDeclaration);
  return declaration?.typeParameters === undefined ? declaration?.type : undefined;
}

/** `type integer = number` leaves no trace in the type, only where it was written. */
export function isIntegerReference(node: ts.TypeNode): boolean {
  return compiler.isTypeReferenceNode(node) && isIntegerName(referenceName(node));
}

/** Whether an alias says that a number is whole: `type Integer = number & {}`. */
export function isIntegerName(name: string | undefined): boolean {
  return name !== undefined && /^integer$/i.test(name);
}

/** Whether a node names `integer` anywhere, so that its type alone does not say all of it. */
export function mentionsInteger(node: ts.TypeNode | undefined, checker: ts.TypeChecker): boolean {
  const visit = (at: ts.Node, depth: number): boolean => {
    if (!compiler.isTypeReferenceNode(at)) return compiler.forEachChild(at, (child) => visit(child, depth)) === true;
    if (isIntegerReference(at)) return true;
    const body = depth > MAX_ALIASES ? undefined : aliasBody(checker.getSymbolAtLocation(at.typeName), checker);
    return [...(at.typeArguments ?? []), ...(body === undefined ? [] : [body])].some((part) => visit(part, depth + 1));
  };
  return node !== undefined && visit(node, 0);
}

/** The node of the values of `Record<K, V>`, also under `Readonly`, `Partial` and `Required`. */
export function recordValueNode(node: ts.TypeNode | undefined, checker: ts.TypeChecker): ts.TypeNode | undefined {
  const written = writtenNode(node, checker);
  if (written === undefined || !compiler.isTypeReferenceNode(written)) return undefined;
  const [first, second] = written.typeArguments ?? [];
  const name = referenceName(written);
  if (name === 'Record') return second;
  return /^(?:Readonly|Partial|Required)$/.test(name) ? recordValueNode(first, checker) : undefined;
}

/** The node of the elements of `T[]`, `readonly T[]`, `Array<T>` and `ReadonlyArray<T>`. */
export function elementNode(node: ts.TypeNode | undefined, checker: ts.TypeChecker): ts.TypeNode | undefined {
  const written = writtenNode(node, checker);
  if (written === undefined) return undefined;
  if (compiler.isArrayTypeNode(written)) return written.elementType;
  const isArray = compiler.isTypeReferenceNode(written) && /^(?:Readonly)?Array$/.test(referenceName(written));
  return isArray ? written.typeArguments?.[0] : undefined;
}

function referenceName({ typeName }: ts.TypeReferenceNode): string {
  return compiler.isIdentifier(typeName) ? typeName.text : typeName.right.text;
}
