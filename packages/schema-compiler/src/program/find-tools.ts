import type { ToolSignature } from '@tackroom/core';
import type ts from 'typescript';
import { describeFunction } from '../signature/describe-function.js';
import { describeMethod } from '../signature/describe-method.js';
import { decoratorCall, textOption } from '../signature/tool-decorators.js';
import { compiler } from '../typescript.js';

/** One tool of a source file. */
export interface FoundTool {
  /** Unique in its file: `Class.member`, or the name of the tool that a function is. */
  readonly name: string;
  readonly entry: ToolSignature;
  /** Files besides its own that it depends on. */
  readonly files: ReadonlySet<ts.SourceFile>;
  /** The class, or the options of a function, to which a compiler can attach the entry. */
  readonly owner: ts.ClassLikeDeclaration | ts.ObjectLiteralExpression;
}

/** Decorators that make a method, or a parameter of it, one that the scan will read. */
const OF_METHOD = ['Tool', 'RequiresApproval', 'ReplayPolicy'];

/** Every tool that a source file declares, in the order of the file. */
export function findTools(file: ts.SourceFile, checker: ts.TypeChecker): readonly FoundTool[] {
  const found: FoundTool[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isClassLike(node)) found.push(...toolsOfClass(node, checker));
    else if (compiler.isCallExpression(node)) found.push(...toolOfCall(node, checker));
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return found.map((tool) => ({ ...tool, files: without(tool.files, file) }));
}

function toolsOfClass(node: ts.ClassLikeDeclaration, checker: ts.TypeChecker): readonly FoundTool[] {
  const className = node.name?.text ?? variableName(node) ?? (isDefaultExport(node) ? 'default' : undefined);
  if (className === undefined) return [];
  const id = textOption(decoratorCall(node, 'Toolkit', checker), 'id', checker);
  const isTool = decoratorCall(node, 'Tool', checker) !== undefined;
  return node.members.filter(compiler.isMethodDeclaration).flatMap((method): FoundTool[] => {
    const member = compiler.isComputedPropertyName(method.name) ? undefined : method.name.text;
    if (member === undefined || method.body === undefined) return [];
    if (!(isTool && member === 'execute') && !isDeclared(method, checker)) return [];
    const { entry, files } = describeMethod(method, checker);
    return [
      { name: `${className}.${member}`, entry: { className, member, ...(id === undefined ? {} : { id }), ...entry }, files, owner: node },
    ];
  });
}

/** Whether decorators speak of the method or of one of its parameters, as in an override of a tool. */
function isDeclared(method: ts.MethodDeclaration, checker: ts.TypeChecker): boolean {
  if (OF_METHOD.some((name) => decoratorCall(method, name, checker) !== undefined)) return true;
  return method.parameters.some((parameter) => decoratorCall(parameter, 'Param', checker) !== undefined);
}

/** `const Orders = class { … }` has the name of its variable. */
function variableName({ parent }: ts.ClassLikeDeclaration): string | undefined {
  return compiler.isVariableDeclaration(parent) && compiler.isIdentifier(parent.name) ? parent.name.text : undefined;
}

/** `export default class { … }` is called "default" when it runs. */
function isDefaultExport({ modifiers, parent }: ts.ClassLikeDeclaration): boolean {
  return compiler.isExportAssignment(parent) || modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.DefaultKeyword) === true;
}

function toolOfCall(node: ts.CallExpression, checker: ts.TypeChecker): readonly FoundTool[] {
  const described = describeFunction(node, checker);
  if (described === undefined) return [];
  const { tool, entry, files, options } = described;
  return [{ name: tool, entry: { tool, ...entry }, files, owner: options }];
}

function without(files: ReadonlySet<ts.SourceFile>, own: ts.SourceFile): ReadonlySet<ts.SourceFile> {
  return new Set([...files].filter((file) => file !== own));
}
