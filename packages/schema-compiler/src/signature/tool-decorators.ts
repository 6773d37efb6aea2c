import type ts from 'typescript';
import { compiler } from '../typescript.js';

/** The symbol behind a node, imports followed; undefined where nothing was resolved. */
export function symbolOf(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const named = compiler.isParameter(node) ? node.name : node;
  const symbol = compiler.isShorthandPropertyAssignment(named.parent)
    ? checker.getShorthandAssignmentValueSymbol(named.parent)
    : checker.getSymbolAtLocation(compiler.isPropertyAccessExpression(named) ? named.name : named);
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

/** The call of the decorator of this name on a class, member or parameter, also inside a function of one's own around it. */
export function decoratorCall(node: ts.HasDecorators, name: string, checker: ts.TypeChecker): ts.CallExpression | undefined {
  for (const { expression } of compiler.getDecorators(node) ?? []) {
    const call = calledAs(expression, name, checker) ?? wrappedCall(expression, name, checker);
    if (call !== undefined) return call;
  }
  return undefined;
}

/** `const ReadTool = () => Tool()` is one step away from a decorator. */
function wrappedCall(expression: ts.Expression, name: string, checker: ts.TypeChecker): ts.CallExpression | undefined {
  if (!compiler.isCallExpression(expression)) return undefined;
  const declaration = symbolOf(expression.expression, checker)?.valueDeclaration;
  const fn = declaration !== undefined && compiler.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
  const isFunction =
    fn !== undefined && (compiler.isArrowFunction(fn) || compiler.isFunctionExpression(fn) || compiler.isFunctionDeclaration(fn));
  const body = isFunction ? fn.body : undefined;
  if (body === undefined) return undefined;
  const given = compiler.isBlock(body) ? body.statements.find(compiler.isReturnStatement)?.expression : body;
  return given === undefined ? undefined : calledAs(given, name, checker);
}

/** The text of an option of a call, as far as its type is one text; undefined where it has to be run. */
export function textOption(call: ts.CallExpression | undefined, option: string, checker: ts.TypeChecker): string | undefined {
  const value = optionOf(call?.arguments[0], option, checker);
  if (value === undefined) return undefined;
  if (compiler.isStringLiteralLike(value)) return value.text;
  // Of `{ name }` the compiler knows the property, which is any text, and the constant, which is one.
  const symbol = symbolOf(value, checker);
  const isShort = symbol !== undefined && compiler.isShorthandPropertyAssignment(value.parent);
  const type = isShort ? checker.getTypeOfSymbol(symbol) : checker.getTypeAtLocation(value);
  return type.isStringLiteral() ? type.value : undefined;
}

/**
 * The value of an option in an object literal, as written; of a spread constant, as written there. A method counts as its
 * function.
 */
export function optionOf(node: ts.Expression | undefined, option: string, checker: ts.TypeChecker): ts.Node | undefined {
  const options = node === undefined ? undefined : literalOf(node, checker);
  for (const property of options?.properties.toReversed() ?? []) {
    if (compiler.isSpreadAssignment(property)) {
      const spread = optionOf(property.expression, option, checker);
      if (spread !== undefined) return spread;
    } else if (!compiler.isComputedPropertyName(property.name) && property.name.text === option) {
      if (compiler.isPropertyAssignment(property)) return property.initializer;
      return compiler.isShorthandPropertyAssignment(property) ? property.name : property;
    }
  }
  return undefined;
}

/** The object literal that an expression is, or that the constant it names has as its value. */
function literalOf(node: ts.Expression, checker: ts.TypeChecker): ts.ObjectLiteralExpression | undefined {
  if (compiler.isObjectLiteralExpression(node)) return node;
  if (compiler.isAsExpression(node) || compiler.isSatisfiesExpression(node) || compiler.isParenthesizedExpression(node)) {
    return literalOf(node.expression, checker);
  }
  const declaration = compiler.isIdentifier(node) ? symbolOf(node, checker)?.valueDeclaration : undefined;
  const isConstant =
    declaration !== undefined &&
    compiler.isVariableDeclaration(declaration) &&
    (compiler.getCombinedNodeFlags(declaration) & compiler.NodeFlags.Const) !== 0;
  return isConstant && declaration.initializer !== undefined ? literalOf(declaration.initializer, checker) : undefined;
}
