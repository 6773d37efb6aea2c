import type ts from 'typescript';
import { compiler } from '../typescript.js';

/** The symbol behind a node, imports followed; undefined where nothing was resolved. */
export function symbolOf(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const named = compiler.isParameter(node) ? node.name : node;
  const symbol = checker.getSymbolAtLocation(compiler.isPropertyAccessExpression(named) ? named.name : named);
  if (symbol === undefined || !(symbol.flags & compiler.SymbolFlags.Alias)) return symbol;
  const target = checker.getAliasedSymbol(symbol);
  // An import that was not found still has the name that it was written with.
  return target.declarations === undefined ? undefined : target;
}

/** The call of a decorator or function of this name, under whatever name it was imported. */
export function calledAs(expression: ts.Expression, name: string, checker: ts.TypeChecker): ts.CallExpression | undefined {
  if (!compiler.isCallExpression(expression)) return undefined;
  const callee = expression.expression;
  const written = compiler.isPropertyAccessExpression(callee) ? callee.name : callee;
  if (!compiler.isIdentifier(written)) return undefined;
  return (symbolOf(callee, checker)?.name ?? written.text) === name ? expression : undefined;
}

/** The call of the decorator of this name on a class, member or parameter. */
export function decoratorCall(node: ts.HasDecorators, name: string, checker: ts.TypeChecker): ts.CallExpression | undefined {
  for (const { expression } of compiler.getDecorators(node) ?? []) {
    const call = calledAs(expression, name, checker);
    if (call !== undefined) return call;
  }
  return undefined;
}

/** The text of an option in the object literal that a call was given; undefined where it is not written as a literal. */
export function literalOption(call: ts.CallExpression | undefined, option: string): string | undefined {
  const initializer = optionOf(call?.arguments[0], option);
  return initializer !== undefined && compiler.isStringLiteralLike(initializer) ? initializer.text : undefined;
}

/** The value of an option in an object literal, as written. A method counts as its function. */
export function optionOf(node: ts.Expression | undefined, option: string): ts.Node | undefined {
  if (node === undefined || !compiler.isObjectLiteralExpression(node)) return undefined;
  const property = node.properties.find(({ name }) => name !== undefined && !compiler.isComputedPropertyName(name) && name.text === option);
  if (property === undefined) return undefined;
  if (compiler.isPropertyAssignment(property)) return property.initializer;
  return compiler.isShorthandPropertyAssignment(property) ? property.name : property;
}
