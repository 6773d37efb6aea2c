import type { ParameterSignature, JsonSchema } from '@tackroom/core';
import type ts from 'typescript';
import { parameterTexts, symbolDoc, type DocComment } from '../docs/doc-comment.js';
import { constantValue } from './default-value.js';
import { documented, refusal, type DescribedMethod } from './describe-method.js';
import { describeParameter } from './describe-parameter.js';
import { calledAs, literalOption, optionOf, symbolOf } from './tool-decorators.js';
import { compiler } from '../typescript.js';

/** A function that a call of `defineTool` or `toolFunction` makes a tool. */
export interface DescribedFunction extends DescribedMethod {
  /** Name of the tool. */
  readonly tool: string;
  /** The call and the object literal of its options, for a compiler that writes the schema into them. */
  readonly options: ts.ObjectLiteralExpression;
}

/**
 * Reads the function of a call `defineTool({ name, handler })` or `toolFunction({ … }, fn)` whose options give no schema:
 * its first parameter is the arguments. Undefined for every other expression.
 */
export function describeFunction(expression: ts.Expression, checker: ts.TypeChecker): DescribedFunction | undefined {
  const defined = calledAs(expression, 'defineTool', checker);
  const call = defined ?? calledAs(expression, 'toolFunction', checker);
  const options = call?.arguments[0];
  if (call === undefined || options === undefined || !compiler.isObjectLiteralExpression(options)) return undefined;
  if (['input', 'inputSchema'].some((option) => optionOf(options, option) !== undefined)) return undefined;
  const written = defined === undefined ? call.arguments[1] : optionOf(options, 'handler');
  const fn = written === undefined ? undefined : functionOf(written, checker);
  // Without a type of its own the parameter has that of every handler: it says nothing.
  if (fn === undefined || (fn.node.parameters[0] !== undefined && fn.node.parameters[0].type === undefined)) return undefined;
  const tool = literalOption(call, 'name') ?? (defined === undefined ? fn.name : undefined);
  return tool === undefined ? undefined : { tool, options, ...describe(fn.node, fn.symbol, checker) };
}

interface FoundFunction {
  readonly node: ts.SignatureDeclaration;
  readonly symbol: ts.Symbol | undefined;
  readonly name: string | undefined;
}

/** The function that an expression is or names. */
function functionOf(written: ts.Node, checker: ts.TypeChecker): FoundFunction | undefined {
  if (compiler.isArrowFunction(written) || compiler.isFunctionExpression(written) || compiler.isMethodDeclaration(written)) {
    return { node: written, symbol: undefined, name: written.name?.getText() };
  }
  if (!compiler.isIdentifier(written)) return undefined;
  const symbol = symbolOf(written, checker);
  const declaration = symbol?.valueDeclaration;
  if (declaration === undefined) return undefined;
  if (compiler.isFunctionDeclaration(declaration)) return { node: declaration, symbol, name: declaration.name?.text };
  const initializer = compiler.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  const found = initializer === undefined ? undefined : functionOf(initializer, checker);
  return found && { ...found, symbol, name: found.name ?? written.text };
}

function describe(node: ts.SignatureDeclaration, symbol: ts.Symbol | undefined, checker: ts.TypeChecker): DescribedMethod {
  const doc: DocComment = symbol === undefined ? { text: '', tags: [] } : symbolDoc(symbol, checker);
  const files = new Set<ts.SourceFile>();
  const [first] = node.parameters;
  const refused = refusal(symbol);
  if (refused !== undefined) return { entry: { ...documented(doc), refused, parameters: [] }, files };
  if (first === undefined) return { entry: { ...documented(doc), parameters: [] }, files };
  const described = describeParameter(first, { checker, texts: parameterTexts(node), files, takesPattern: true });
  return { entry: { ...documented(doc), parameters: [withPatternDefaults(asArguments(described), first, checker)] }, files };
}

/** Destructured is fine here: the arguments object has no name. Anything but an object is not. */
function asArguments(parameter: ParameterSignature): ParameterSignature {
  const { schema } = parameter;
  if (schema === undefined || schema.type === 'object' || schema['$ref'] !== undefined || schema['anyOf'] !== undefined) return parameter;
  const { schema: _dropped, ...rest } = parameter;
  return { ...rest, refused: 'its first parameter is no object: arguments are one object of named fields' };
}

/** `({ limit = 10 }: { limit?: number })` has its defaults in the pattern. */
function withPatternDefaults(
  described: ParameterSignature,
  { name }: ts.ParameterDeclaration,
  checker: ts.TypeChecker,
): ParameterSignature {
  const { schema } = described;
  if (schema?.properties === undefined || !compiler.isObjectBindingPattern(name)) return described;
  const properties: Record<string, JsonSchema | boolean> = { ...schema.properties };
  for (const { initializer, propertyName, name: bound } of name.elements) {
    const value = initializer === undefined ? undefined : constantValue(initializer, checker);
    const field = (propertyName ?? bound).getText();
    const property = Object.hasOwn(properties, field) ? properties[field] : undefined;
    if (value !== undefined && typeof property === 'object')
      properties[field] = { ...property, default: value.value as JsonSchema['default'] & {} };
  }
  return { ...described, schema: { ...schema, properties } };
}
