import type ts from 'typescript';
import { compiler } from '../typescript.js';

/** A JSON value, wrapped, since `null` and `false` are values too. */
export interface ConstantValue {
  readonly value: unknown;
}

/**
 * What an initialiser always gives, if it is a JSON value that the source shows: literals, arrays and objects of them, enum
 * members, constants. Undefined for everything that would have to be run.
 */
export function constantValue(node: ts.Expression, checker: ts.TypeChecker): ConstantValue | undefined {
  if (isWrapper(node)) return constantValue(node.expression, checker);
  if (compiler.isStringLiteralLike(node)) return { value: node.text };
  if (compiler.isNumericLiteral(node)) return { value: Number(node.text) };
  if (node.kind === compiler.SyntaxKind.TrueKeyword) return { value: true };
  if (node.kind === compiler.SyntaxKind.FalseKeyword) return { value: false };
  if (node.kind === compiler.SyntaxKind.NullKeyword) return { value: null };
  if (compiler.isPrefixUnaryExpression(node)) return signedNumber(node, checker);
  if (compiler.isArrayLiteralExpression(node)) return listValue(node, checker);
  if (compiler.isObjectLiteralExpression(node)) return objectValue(node, checker);
  if (compiler.isIdentifier(node) || compiler.isPropertyAccessExpression(node)) return literalTypeValue(node, checker);
  return undefined;
}

function isWrapper(node: ts.Expression): node is ts.ParenthesizedExpression | ts.AsExpression | ts.SatisfiesExpression {
  return compiler.isParenthesizedExpression(node) || compiler.isAsExpression(node) || compiler.isSatisfiesExpression(node);
}

function signedNumber(node: ts.PrefixUnaryExpression, checker: ts.TypeChecker): ConstantValue | undefined {
  const operand = constantValue(node.operand, checker)?.value;
  if (typeof operand !== 'number') return undefined;
  if (node.operator === compiler.SyntaxKind.MinusToken) return { value: operand === 0 ? 0 : -operand };
  return node.operator === compiler.SyntaxKind.PlusToken ? { value: operand } : undefined;
}

function listValue(node: ts.ArrayLiteralExpression, checker: ts.TypeChecker): ConstantValue | undefined {
  const values = node.elements.map((element) => constantValue(element, checker));
  return values.every((value) => value !== undefined) ? { value: values.map(({ value }) => value) } : undefined;
}

function objectValue(node: ts.ObjectLiteralExpression, checker: ts.TypeChecker): ConstantValue | undefined {
  const entries: [string, unknown][] = [];
  for (const property of node.properties) {
    if (!compiler.isPropertyAssignment(property) || compiler.isComputedPropertyName(property.name)) return undefined;
    const value = constantValue(property.initializer, checker);
    if (value === undefined || property.name.text === '__proto__') return undefined;
    entries.push([property.name.text, value.value]);
  }
  return { value: Object.fromEntries(entries) };
}

/** An enum member, or a constant whose type is its value. */
function literalTypeValue(node: ts.Identifier | ts.PropertyAccessExpression, checker: ts.TypeChecker): ConstantValue | undefined {
  const symbol = checker.getSymbolAtLocation(node);
  const target = symbol !== undefined && symbol.flags & compiler.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const isConstant = target !== undefined && (target.flags & compiler.SymbolFlags.EnumMember || isConstVariable(target));
  if (!isConstant) return undefined;
  const type = checker.getTypeAtLocation(node);
  return type.isStringLiteral() || type.isNumberLiteral() ? { value: type.value } : undefined;
}

function isConstVariable(symbol: ts.Symbol): boolean {
  const declaration = symbol.valueDeclaration;
  return declaration !== undefined && (compiler.getCombinedNodeFlags(declaration) & compiler.NodeFlags.Const) !== 0;
}
