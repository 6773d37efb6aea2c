import type { ParameterSignature, JsonSchema } from '@tackroom/core';
import type ts from 'typescript';
import { describedBy } from '../docs/apply-doc.js';
import { docAfterDecorators, symbolDoc, withoutDash, type DocComment } from '../docs/doc-comment.js';
import { refuseContradictions } from '../docs/refuse-contradictions.js';
import { describeType } from '../describe/describe-type.js';
import { datePointers, type Schema } from '../describe/json-schema.js';
import { Refusal } from '../describe/refusal.js';
import { allowsUndefined, isUndefined } from '../describe/union-type.js';
import { constantValue } from './default-value.js';
import { emittedType } from './emitted-type.js';
import { noteDependencies } from './note-dependencies.js';
import { symbolOf } from './tool-decorators.js';
import { compiler } from '../typescript.js';

/** What a signature says around its parameters. */
export interface SignatureContext {
  readonly checker: ts.TypeChecker;
  /** Texts of `@param`, by name and by `name.field`. */
  readonly texts: ReadonlyMap<string, string>;
  /** Collects files whose types the signature uses. */
  readonly files: Set<ts.SourceFile>;
  /** Whether a destructured parameter needs no name, as the arguments object of a function. */
  readonly takesPattern?: boolean;
}

/** One parameter of a method, as the manifest keeps it. */
export function describeParameter(parameter: ts.ParameterDeclaration, context: SignatureContext): ParameterSignature {
  const { checker } = context;
  const name = compiler.isIdentifier(parameter.name) ? parameter.name.text : undefined;
  const type = checker.getTypeAtLocation(parameter);
  const base: ParameterSignature = { ...(name === undefined ? {} : { name }), emits: emittedType(type, checker) };
  if (hasDecorator(parameter, ['Ctx', 'Dep'], checker)) return { ...base, injected: true };
  try {
    refuseForm(parameter, type, context.takesPattern === true || name !== undefined || hasNamedParam(parameter));
    const { schema, dates } = parameterSchema(parameter, type, context);
    return {
      ...base,
      required: isRequired(parameter, type, context) && !Object.hasOwn(schema, 'default'),
      schema,
      ...(dates.length === 0 ? {} : { dates }),
    };
  } catch (error) {
    if (error instanceof Refusal) return { ...base, refused: error.text(name ?? 'it') };
    throw error;
  }
}

function parameterSchema(
  parameter: ts.ParameterDeclaration,
  type: ts.Type,
  { checker, texts, files }: SignatureContext,
): { readonly schema: JsonSchema; readonly dates: readonly string[] } {
  const name = compiler.isIdentifier(parameter.name) ? parameter.name.text : '';
  const written = writtenType(parameter);
  const described = describeType(type, written, checker, (schema) => {
    const doc = parameterDoc(parameter, texts.get(name), checker);
    const initial = parameter.initializer === undefined ? undefined : constantValue(parameter.initializer, checker);
    const documented = describedBy(withFieldTexts(schema, name, texts), doc);
    if (initial === undefined || Object.hasOwn(documented, 'default')) return documented;
    const complete = { ...documented, default: initial.value };
    refuseContradictions(complete);
    return complete;
  });
  for (const file of described.files) files.add(file);
  for (const part of [written, parameter.initializer]) if (part !== undefined) noteDependencies(part, checker, files);
  const dates = datePointers(described.schema);
  // The mark of dates is a symbol, which JSON leaves behind.
  return { schema: JSON.parse(JSON.stringify(described.schema)) as JsonSchema, dates };
}

/** The type of a parameter as its author wrote it, which in JavaScript is a JSDoc tag. */
export function writtenType(parameter: ts.ParameterDeclaration): ts.TypeNode | undefined {
  return parameter.type ?? compiler.getJSDocType(parameter);
}

/** The comments at the parameter itself, and the `@param` text of the method. */
function parameterDoc(parameter: ts.ParameterDeclaration, text: string | undefined, checker: ts.TypeChecker): DocComment {
  const symbol = symbolOf(parameter, checker);
  const own = symbol === undefined ? { text: '', tags: [] } : symbolDoc(symbol, checker);
  const inner = docAfterDecorators(parameter);
  const tags = [...own.tags.filter(({ name }) => name !== 'param'), ...(inner?.tags ?? [])];
  return { text: withoutDash(text ?? (own.text === '' ? (inner?.text ?? '') : own.text)), tags };
}

/** `@param options.limit …` describes a field that has no comment of its own. */
function withFieldTexts(schema: Schema, prefix: string, texts: ReadonlyMap<string, string>): Schema {
  if (schema.properties === undefined || ![...texts.keys()].some((key) => key.startsWith(`${prefix}.`))) return schema;
  const properties = Object.entries(schema.properties).map(([field, inner]): [string, Schema] => {
    const path = `${prefix}.${field}`;
    const text = texts.get(path);
    const nested = withFieldTexts(inner, path, texts);
    return [field, text === undefined || nested['description'] !== undefined ? nested : { ...nested, description: text }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The model must give what has no `?`, no initialiser and no `undefined` in its type. */
function isRequired(parameter: ts.ParameterDeclaration, type: ts.Type, { checker }: SignatureContext): boolean {
  return !checker.isOptionalParameter(parameter) && parameter.initializer === undefined && !allowsUndefined(type);
}

function refuseForm(parameter: ts.ParameterDeclaration, type: ts.Type, isNamed: boolean): void {
  if (parameter.dotDotDotToken !== undefined) throw new Refusal('is a rest parameter, which no call can fill: take one array');
  if (!isNamed) throw new Refusal('is destructured, so that it has no name: write options: { … } and read from it');
  if (isUndefined(type)) throw new Refusal('can only be undefined: leave it out of the signature');
  if (isCtx(type)) throw new Refusal('is the Ctx of a call, which the model cannot give: put @Ctx() before it');
}

/** `@Param('name')` or `@Param({ name })`, read at run time. */
function hasNamedParam(parameter: ts.ParameterDeclaration): boolean {
  return (compiler.getDecorators(parameter) ?? []).some(({ expression }) => {
    const first = compiler.isCallExpression(expression) ? expression.arguments[0] : undefined;
    return first !== undefined && (compiler.isStringLiteralLike(first) || compiler.isObjectLiteralExpression(first));
  });
}

/** The framework's own type, by its name and where it was declared. */
function isCtx(type: ts.Type): boolean {
  const symbol = type.symbol as ts.Symbol | undefined; // absent for some types
  const file = symbol?.name === 'Ctx' ? symbol.declarations?.[0]?.getSourceFile().fileName : undefined;
  return file !== undefined && /\/contracts\/ctx\.(?:d\.)?ts$/.test(file);
}

function hasDecorator(parameter: ts.ParameterDeclaration, names: readonly string[], checker: ts.TypeChecker): boolean {
  return (compiler.getDecorators(parameter) ?? []).some((decorator) => names.includes(decoratorName(decorator, checker) ?? ''));
}

/** The name under which a decorator was exported, whatever it was imported as. */
function decoratorName({ expression }: ts.Decorator, checker: ts.TypeChecker): string | undefined {
  const callee = compiler.isCallExpression(expression) ? expression.expression : expression;
  const symbol = symbolOf(callee, checker);
  return symbol?.name ?? (compiler.isIdentifier(callee) ? callee.text : undefined);
}
