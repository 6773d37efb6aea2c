import type { ToolSignature } from '@tackroom/core';
import type ts from 'typescript';
import type { FoundTool } from '../program/find-tools.js';

/** The key under which the registry looks for signatures. */
const KEY = '@tackroom/core/signatures@1';

/** Signatures to attach, by where in the source their class or options object begins and ends. */
export type AttachPlan = ReadonlyMap<string, Readonly<Record<string, ToolSignature>> | ToolSignature>;

/** What to attach where, for the tools of one source file. */
export function attachPlan(tools: readonly FoundTool[]): AttachPlan {
  const plan = new Map<string, Record<string, ToolSignature> | ToolSignature>();
  for (const { owner, entry } of tools) {
    const place = placeOf(entry.member === undefined ? 'options' : 'class', owner);
    if (entry.member === undefined) plan.set(place, entry);
    else plan.set(place, { ...(plan.get(place) as Record<string, ToolSignature> | undefined), [entry.member]: entry });
  }
  return plan;
}

/**
 * A transformer that writes signatures into the program itself: as a property of each toolkit class, and among the options
 * of each function tool. `compiler` is the TypeScript that transforms; the source must be the one that was planned for.
 */
export function attachSignatures(plan: AttachPlan, compiler: typeof ts): ts.TransformerFactory<ts.SourceFile> {
  return (context) => {
    const { factory } = context;
    const key = (): ts.Expression =>
      factory.createCallExpression(factory.createPropertyAccessExpression(factory.createIdentifier('Symbol'), 'for'), undefined, [
        factory.createStringLiteral(KEY),
      ]);
    // Parsed from text: an object literal would treat some names in it as more than data.
    const value = (data: unknown): ts.Expression =>
      factory.createCallExpression(factory.createPropertyAccessExpression(factory.createIdentifier('JSON'), 'parse'), undefined, [
        factory.createStringLiteral(JSON.stringify(data)),
      ]);
    const block = (data: unknown): ts.ClassStaticBlockDeclaration => {
      const descriptor = factory.createObjectLiteralExpression([factory.createPropertyAssignment('value', value(data))]);
      const define = factory.createPropertyAccessExpression(factory.createIdentifier('Object'), 'defineProperty');
      const call = factory.createCallExpression(define, undefined, [factory.createThis(), key(), descriptor]);
      return factory.createClassStaticBlockDeclaration(factory.createBlock([factory.createExpressionStatement(call)]));
    };
    const visit = (node: ts.Node): ts.Node => {
      const owner = ownerKind(node, compiler);
      const data = owner === undefined ? undefined : plan.get(placeOf(owner, node));
      const visited = compiler.visitEachChild(node, visit, context);
      if (data === undefined) return visited;
      if (compiler.isClassDeclaration(visited)) {
        const { modifiers, name, typeParameters, heritageClauses, members } = visited;
        return factory.updateClassDeclaration(visited, modifiers, name, typeParameters, heritageClauses, [...members, block(data)]);
      }
      if (compiler.isClassExpression(visited)) {
        const { modifiers, name, typeParameters, heritageClauses, members } = visited;
        return factory.updateClassExpression(visited, modifiers, name, typeParameters, heritageClauses, [...members, block(data)]);
      }
      if (!compiler.isObjectLiteralExpression(visited)) return visited;
      const property = factory.createPropertyAssignment(factory.createComputedPropertyName(key()), value(data));
      return factory.updateObjectLiteralExpression(visited, [...visited.properties, property]);
    };
    return (file) => compiler.visitEachChild(file, visit, context);
  };
}

/** What can have signatures. A word: numbers of syntax kinds differ between versions of TypeScript. */
type OwnerKind = 'class' | 'options';

function ownerKind(node: ts.Node, compiler: typeof ts): OwnerKind | undefined {
  if (compiler.isClassLike(node)) return 'class';
  return compiler.isObjectLiteralExpression(node) ? 'options' : undefined;
}

/** Two nodes of one kind never begin and end at the same places. */
function placeOf(kind: OwnerKind, { pos, end }: ts.Node): string {
  return `${kind}:${pos}:${end}`;
}
