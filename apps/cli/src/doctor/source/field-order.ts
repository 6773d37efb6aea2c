import type * as typescript from 'typescript';
import { effectiveTarget, type TypeScript } from '../read-tsconfigs.js';

/**
 * The fields of a class whose first value reads a parameter property (`constructor(private x: X)`) at once. Where class
 * fields are the language's own, they get their values before the constructor's body, and so before the parameter's.
 */
export function fieldsBeforeParameters(ts: TypeScript, node: typescript.ClassLikeDeclaration): readonly typescript.PropertyDeclaration[] {
  const constructor = node.members.find((member) => ts.isConstructorDeclaration(member));
  const parameters = new Set(
    (constructor?.parameters ?? []).flatMap((parameter) =>
      ts.isParameterPropertyDeclaration(parameter, parameter.parent ?? constructor) && ts.isIdentifier(parameter.name)
        ? [parameter.name.text]
        : [],
    ),
  );
  if (parameters.size === 0) return [];
  return node.members.filter((member): member is typescript.PropertyDeclaration => {
    const isStatic =
      ts.canHaveModifiers(member) && ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;
    return ts.isPropertyDeclaration(member) && !isStatic && member.initializer !== undefined && reads(ts, member.initializer, parameters);
  });
}

/** What stands in a function or class runs later, or on another `this`. */
function reads(ts: TypeScript, node: typescript.Node, names: ReadonlySet<string>): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
  const isRead = ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword && names.has(node.name.text);
  return isRead || ts.forEachChild(node, (child) => (reads(ts, child, names) ? true : undefined)) === true;
}

/**
 * Whether the compiled class gives fields their values before the constructor's parameters. tsc does from ES2022 on, unless
 * told otherwise; esbuild, and so tsx, where the configuration says so or names such a target.
 */
export function definesFieldsFirst(ts: TypeScript, options: typescript.CompilerOptions | undefined, isEsbuild: boolean): boolean {
  if (options === undefined) return false;
  const { useDefineForClassFields: define, target } = options;
  const isSaid = define ?? (target !== undefined && target >= ts.ScriptTarget.ES2022);
  if (isEsbuild && isSaid) return true;
  return define !== false && effectiveTarget(ts, options) >= ts.ScriptTarget.ES2022;
}
