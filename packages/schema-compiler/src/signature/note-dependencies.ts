import type ts from 'typescript';
import { symbolOf } from './tool-decorators.js';
import { compiler } from '../typescript.js';

/**
 * Adds the file of every declaration that `node` names, and of what those name in turn: an `Omit<Order, 'id'>`, a constant
 * that is a default or a base interface leaves no trace in the type itself. Declarations of packages and of the language
 * are not followed.
 */
export function noteDependencies(node: ts.Node, checker: ts.TypeChecker, files: Set<ts.SourceFile>): void {
  const seen = new Set<ts.Node>();
  const visit = (at: ts.Node): void => {
    if (seen.has(at) || isBodyOfMethod(at)) return;
    seen.add(at);
    if (compiler.isIdentifier(at)) for (const declaration of symbolOf(at, checker)?.declarations ?? []) follow(declaration);
    compiler.forEachChild(at, visit);
  };
  const follow = (declaration: ts.Declaration): void => {
    const file = declaration.getSourceFile();
    if (file.hasNoDefaultLib || file.fileName.includes('/node_modules/')) return;
    files.add(file);
    // The name of a module stands for the whole file; what is used of it is named after it.
    if (!compiler.isSourceFile(declaration)) visit(declaration);
  };
  visit(node);
}

/** What a method does says nothing of the values that its class holds. */
function isBodyOfMethod(node: ts.Node): boolean {
  const owner = compiler.isBlock(node) ? node.parent : undefined;
  return owner !== undefined && (compiler.isMethodDeclaration(owner) || compiler.isConstructorDeclaration(owner));
}
