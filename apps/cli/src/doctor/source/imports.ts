import type * as typescript from 'typescript';
import type { TypeScript } from '../read-tsconfigs.js';

/** Where a name of a file comes from. */
export interface ImportedName {
  readonly module: string;
  /** Its name there; `*` is the whole module, `default` its default export. */
  readonly imported: string;
  /** Whether it is gone at run time: `import type { X }` or `import { type X }`. */
  readonly isTypeOnly: boolean;
}

/** What a file imports, by the name that it has there. */
export function readImports(ts: TypeScript, file: typescript.SourceFile): ReadonlyMap<string, ImportedName> {
  const names = new Map<string, ImportedName>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { importClause: clause, moduleSpecifier } = statement;
    if (clause === undefined) continue;
    const module = moduleSpecifier.text;
    const wholeClause = clause.isTypeOnly;
    if (clause.name !== undefined) names.set(clause.name.text, { module, imported: 'default', isTypeOnly: wholeClause });
    const bindings = clause.namedBindings;
    if (bindings === undefined) continue;
    if (ts.isNamespaceImport(bindings)) {
      names.set(bindings.name.text, { module, imported: '*', isTypeOnly: wholeClause });
      continue;
    }
    for (const { name, propertyName, isTypeOnly } of bindings.elements) {
      names.set(name.text, { module, imported: (propertyName ?? name).text, isTypeOnly: wholeClause || isTypeOnly });
    }
  }
  return names;
}

/** One of our decorators, where it stands. */
export interface OurDecorator {
  /** Its name in our packages, whatever the file calls it. */
  readonly name: string;
  readonly arguments: readonly typescript.Expression[];
  readonly node: typescript.Decorator;
  /** The name that the file calls it by, up to the first dot. */
  readonly root: string;
  readonly isTypeOnly: boolean;
}

const OURS: ReadonlySet<string> = new Set(['tackroom', '@tackroom/core']);

/** Those of a node's decorators that are ours, and tsyringe's `inject`, which says the same as `Inject`. */
export function ourDecorators(ts: TypeScript, node: typescript.Node, imports: ReadonlyMap<string, ImportedName>): readonly OurDecorator[] {
  if (!ts.canHaveDecorators(node)) return [];
  return (ts.getDecorators(node) ?? []).flatMap((decorator): readonly OurDecorator[] => {
    const { expression } = decorator;
    const called = ts.isCallExpression(expression) ? expression.expression : expression;
    const given = ts.isCallExpression(expression) ? [...expression.arguments] : [];
    const root = rootName(ts, called);
    const source = root === undefined ? undefined : imports.get(root);
    if (root === undefined || source === undefined) return [];
    const member = ts.isPropertyAccessExpression(called) ? called.name.text : undefined;
    const name = source.imported === '*' ? member : source.imported;
    if (source.module === 'tsyringe' && name === 'inject')
      return [{ name: 'Inject', arguments: given, node: decorator, root, isTypeOnly: source.isTypeOnly }];
    if (!OURS.has(source.module) || name === undefined) return [];
    return [{ name, arguments: given, node: decorator, root, isTypeOnly: source.isTypeOnly }];
  });
}

/** The first name of `a`, `a.b` or `a.b.c`. */
export function rootName(ts: TypeScript, node: typescript.Node): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return rootName(ts, node.expression);
  return ts.isQualifiedName(node) ? rootName(ts, node.left) : undefined;
}
