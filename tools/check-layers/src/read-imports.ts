import { lineOf, parseSource, walkNodes } from '@tackroom/source-tree';
import ts from 'typescript';

/** One import or re-export of a module. */
export interface ImportRecord {
  readonly specifier: string;
  /** `type` leaves nothing at run time, `dynamic` is loaded when its line runs. */
  readonly kind: 'value' | 'type' | 'dynamic';
  /** The imported names; `*` stands for the whole module. */
  readonly names: readonly string[];
  readonly line: number;
  /** `export * from` and `export * as x from`. */
  readonly exportsAll: boolean;
}

const WHOLE = ['*'];

/**
 * Every import of a file: statements, re-exports, `import()` in code and in types, `require` and `process.getBuiltinModule`.
 * A module named by a computed string is not seen.
 */
export function readImports(file: string, text: string): readonly ImportRecord[] {
  const found: ImportRecord[] = [];
  walkNodes(parseSource(file, text), (node) => {
    const record = readImport(node);
    if (record !== undefined) found.push({ exportsAll: false, ...record, line: lineOf(node) });
  });
  return found;
}

type PartialRecord = Omit<ImportRecord, 'line' | 'exportsAll'> & { readonly exportsAll?: boolean };

function readImport(node: ts.Node): PartialRecord | undefined {
  if (ts.isImportDeclaration(node)) return fromImport(node);
  if (ts.isExportDeclaration(node)) return fromExport(node);
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
    return record(node.moduleReference.expression, node.isTypeOnly ? 'type' : 'value', WHOLE);
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return record(node.argument.literal, 'type', WHOLE);
  if (ts.isCallExpression(node) && isLoadingCall(node.expression)) return record(node.arguments[0], 'dynamic', takenNames(node));
  return undefined;
}

function fromImport({ importClause, moduleSpecifier }: ts.ImportDeclaration): PartialRecord | undefined {
  if (importClause === undefined) return record(moduleSpecifier, 'value', WHOLE);
  const bindings = importClause.namedBindings;
  if (importClause.name !== undefined || bindings === undefined || ts.isNamespaceImport(bindings)) {
    return record(moduleSpecifier, importClause.isTypeOnly ? 'type' : 'value', WHOLE);
  }
  return fromSpecifiers(moduleSpecifier, importClause.isTypeOnly, bindings.elements);
}

function fromExport({ exportClause, isTypeOnly, moduleSpecifier }: ts.ExportDeclaration): PartialRecord | undefined {
  if (moduleSpecifier === undefined) return undefined;
  if (exportClause !== undefined && ts.isNamedExports(exportClause)) {
    return fromSpecifiers(moduleSpecifier, isTypeOnly, exportClause.elements);
  }
  const all = record(moduleSpecifier, isTypeOnly ? 'type' : 'value', WHOLE);
  return all && { ...all, exportsAll: true };
}

function fromSpecifiers(
  module: ts.Expression,
  typeOnly: boolean,
  elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[],
): PartialRecord | undefined {
  const onlyTypes = typeOnly || (elements.length > 0 && elements.every((element) => element.isTypeOnly));
  const names = elements.map((element) => (element.propertyName ?? element.name).text);
  return record(module, onlyTypes ? 'type' : 'value', names.includes('default') ? WHOLE : names);
}

function isLoadingCall(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isIdentifier(callee)) return callee.text === 'require';
  if (ts.isCallExpression(callee)) return ts.isIdentifier(callee.expression) && callee.expression.text === 'createRequire';
  return ts.isPropertyAccessExpression(callee) && callee.name.text === 'getBuiltinModule';
}

/** The names of `const { a, b: c } = await import(…)`; the whole module where it is not taken apart on the spot. */
function takenNames(call: ts.Expression): readonly string[] {
  let value: ts.Node = call;
  while (ts.isAwaitExpression(value.parent) || ts.isAsExpression(value.parent) || ts.isParenthesizedExpression(value.parent)) {
    value = value.parent;
  }
  const { parent } = value;
  if (!ts.isVariableDeclaration(parent) || !ts.isObjectBindingPattern(parent.name)) return WHOLE;
  return parent.name.elements.map(({ dotDotDotToken, propertyName, name }) => {
    const taken = propertyName ?? name;
    return dotDotDotToken === undefined && ts.isIdentifier(taken) ? taken.text : '*';
  });
}

function record(module: ts.Node | undefined, kind: ImportRecord['kind'], names: readonly string[]): PartialRecord | undefined {
  return module !== undefined && ts.isStringLiteralLike(module) ? { specifier: module.text, kind, names } : undefined;
}
