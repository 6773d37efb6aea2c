import type { ParameterSignature, JsonSchema } from '@tackroom/core';
import type ts from 'typescript';
import { parameterTexts, symbolDoc, type DocComment } from '../docs/doc-comment.js';
import { constantValue } from './default-value.js';
import { documented, OVERLOADED, type DescribedMethod } from './describe-method.js';
import { describeParameter, writtenType } from './describe-parameter.js';
import { calledAs, optionOf, symbolOf, textOption } from './tool-decorators.js';
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
  if (['input', 'inputSchema'].some((option) => givesOption(options, option, checker))) return undefined;
  const written = defined === undefined ? call.arguments[1] : optionOf(options, 'handler', checker);
  const fn = written === undefined ? undefined : functionOf(written, checker);
  if (fn === undefined || (fn.refused === undefined && !saysArguments(fn, checker))) return undefined;
  const tool = textOption(call, 'name', checker) ?? (defined === undefined ? fn.name : undefined);
  return tool === undefined ? undefined : { tool, options, ...describe(fn, checker) };
}

/** Whether options have one of this name, also from a spread that cannot be followed. */
function givesOption(options: ts.ObjectLiteralExpression, option: string, checker: ts.TypeChecker): boolean {
  return optionOf(options, option, checker) !== undefined || checker.getTypeAtLocation(options).getProperty(option) !== undefined;
}

interface FoundFunction {
  /** Where its one signature was written. */
  readonly node: ts.SignatureDeclaration;
  /** What the doc comment belongs to; none for a function that is written in place. */
  readonly symbol: ts.Symbol | undefined;
  /** Its name when it runs, as far as it shows. */
  readonly name: string | undefined;
  /** Why its signature does not count. */
  readonly refused?: string;
}

/** The function that an expression gives, by the signature of its type. */
function functionOf(written: ts.Node, checker: ts.TypeChecker): FoundFunction | undefined {
  if (compiler.isArrowFunction(written) || compiler.isFunctionExpression(written) || compiler.isMethodDeclaration(written)) {
    return { node: written, symbol: undefined, name: written.name?.getText() };
  }
  const [signature, ...more] = checker.getTypeAtLocation(written).getCallSignatures();
  const node = signature?.getDeclaration(); // none for what the compiler made up
  if (node === undefined || compiler.isJSDocSignature(node)) return undefined;
  const named = boundFunction(written) ?? written;
  const symbol = symbolOf(named, checker);
  const name = named === written ? (nameOf(node) ?? symbol?.name) : undefined;
  return { node, symbol, name, ...(more.length === 0 ? {} : { refused: OVERLOADED }) };
}

/** `run` of `run.bind(…)`. */
function boundFunction(written: ts.Node): ts.Expression | undefined {
  const callee = compiler.isCallExpression(written) ? written.expression : undefined;
  return callee !== undefined && compiler.isPropertyAccessExpression(callee) && callee.name.text === 'bind' ? callee.expression : undefined;
}

/** The name that a function was declared with, or that of the constant or property that it was written for. */
function nameOf(node: ts.SignatureDeclaration): string | undefined {
  const owner = node.parent as ts.Node | undefined; // none for what the compiler made up
  const isValue = owner !== undefined && (compiler.isVariableDeclaration(owner) || compiler.isPropertyAssignment(owner));
  const name = compiler.isFunctionTypeNode(node) ? undefined : (node.name ?? (isValue ? owner.name : undefined));
  return name !== undefined && compiler.isIdentifier(name) ? name.text : undefined;
}

/** Without a type of its own the parameter has that of every handler: it says nothing. */
function saysArguments({ node }: FoundFunction, checker: ts.TypeChecker): boolean {
  const first = argumentsOf(node);
  if (first === undefined) return !compiler.isFunctionTypeNode(node) || node.parameters.length === 0;
  const isOwn = !compiler.isFunctionTypeNode(node) || checker.getTypeAtLocation(first).aliasSymbol?.name !== 'JsonObject';
  return isOwn && writtenType(first) !== undefined;
}

function argumentsOf({ parameters }: ts.SignatureDeclaration): ts.ParameterDeclaration | undefined {
  const first = parameters.find(({ name }) => name.getText() !== 'this');
  return first !== undefined && compiler.isParameter(first) ? first : undefined;
}

function describe({ node, symbol, refused }: FoundFunction, checker: ts.TypeChecker): DescribedMethod {
  const doc: DocComment = symbol === undefined ? { text: '', tags: [] } : symbolDoc(symbol, checker);
  const files = new Set<ts.SourceFile>([node.getSourceFile()].filter(({ fileName }) => !fileName.includes('/node_modules/')));
  const first = argumentsOf(node);
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
  const required = schema.required?.filter((field) => !hasDefault(properties[field]));
  const { required: _all, ...rest } = schema;
  return { ...described, schema: { ...rest, properties, ...(required === undefined || required.length === 0 ? {} : { required }) } };
}

function hasDefault(schema: JsonSchema | boolean | undefined): boolean {
  return typeof schema === 'object' && Object.hasOwn(schema, 'default');
}
