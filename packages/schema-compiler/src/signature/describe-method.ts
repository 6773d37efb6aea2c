import type { ToolSignature } from '@tackroom/core';
import type ts from 'typescript';
import { parameterTexts, symbolDoc, type DocComment } from '../docs/doc-comment.js';
import { describeParameter, type SignatureContext } from './describe-parameter.js';
import { symbolOf } from './tool-decorators.js';
import { compiler } from '../typescript.js';

/** The parts of an entry that a method's signature and comment give, and the files that they depend on. */
export interface DescribedMethod {
  readonly entry: Pick<ToolSignature, 'description' | 'examples' | 'refused' | 'parameters'>;
  readonly files: ReadonlySet<ts.SourceFile>;
}

/** Reads a method: its comment, and each parameter in order. */
export function describeMethod(method: ts.MethodDeclaration, checker: ts.TypeChecker): DescribedMethod {
  const symbol = symbolOf(method.name, checker);
  const doc: DocComment = symbol === undefined ? { text: '', tags: [] } : symbolDoc(symbol, checker);
  const files = new Set<ts.SourceFile>();
  const context: SignatureContext = { checker, texts: parameterTexts(method), files };
  const parameters = method.parameters
    .filter(({ name }) => name.getText() !== 'this')
    .map((parameter) => describeParameter(parameter, context));
  const refused = refusal(symbol);
  return { entry: { ...documented(doc), ...(refused === undefined ? {} : { refused }), parameters }, files };
}

/** Description and examples of a doc comment. */
export function documented(doc: DocComment): Pick<ToolSignature, 'description' | 'examples'> {
  const examples = doc.tags.flatMap(({ name, text }) => (name === 'example' ? jsonObject(text) : []));
  return { ...(doc.text === '' ? {} : { description: doc.text }), ...(examples.length === 0 ? {} : { examples }) };
}

/** Examples that are code and not arguments are for people. */
function jsonObject(text: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const value: unknown = JSON.parse(text.replace(/^```\w*\n([\s\S]*?)\n?```$/, '$1'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? [value as Record<string, unknown>] : [];
  } catch {
    return [];
  }
}

/** What is said of several signatures, of which a call could be any. */
export const OVERLOADED = 'has several signatures: write one, with unions where they differ';

function refusal(symbol: ts.Symbol | undefined): string | undefined {
  const signatures = symbol?.declarations?.filter(compiler.isMethodDeclaration) ?? [];
  return signatures.length > 1 ? OVERLOADED : undefined;
}
