import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type * as typescript from 'typescript';
import type { TypeScript } from '../read-tsconfigs.js';

/** What an export is at run time: something, gone, or a port: a value whose type, by the same name, is gone. */
export type ExportedKind = 'value' | 'type' | 'port';

/** An export may be handed on through other files; a longer chain is not followed. */
const MAX_DEPTH = 8;
const MAX_FILES = 400;

/** Sources by path; a scan with several configurations reads each file once. */
export type ParsedFiles = Map<string, typescript.SourceFile | undefined>;

/** Says of exports what they are, by reading the files that declare them. */
export class ExportKinds {
  private readonly resolved = new Map<string, string | undefined>();

  constructor(
    private readonly ts: TypeScript,
    private readonly options: typescript.CompilerOptions,
    private readonly files: ParsedFiles = new Map(),
  ) {}

  /** What `name` of `module` is, as a file imports it; undefined if that cannot be found out. */
  kindOf(name: string, module: string, from: string): ExportedKind | undefined {
    return this.find(name, module, from, 0);
  }

  private find(name: string, module: string, from: string, depth: number): ExportedKind | undefined {
    const path = this.resolve(module, from);
    const file = path === undefined || depth > MAX_DEPTH ? undefined : this.parse(path);
    if (path === undefined || file === undefined) return undefined;
    const declared = declaredKind(this.ts, file, name);
    if (declared !== undefined) return declared;
    for (const statement of file.statements) {
      const kind = this.ts.isExportDeclaration(statement) ? this.handedOn(name, statement, path, depth) : undefined;
      if (kind !== undefined) return kind;
    }
    return undefined;
  }

  /** What `export { name }`, `export { x as name } from` or `export * from` hands on. */
  private handedOn(name: string, statement: typescript.ExportDeclaration, path: string, depth: number): ExportedKind | undefined {
    const { ts } = this;
    const { exportClause, moduleSpecifier, isTypeOnly } = statement;
    const module = moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
    const inModule = (given: string): ExportedKind | undefined =>
      module === undefined ? declaredKind(ts, statement.getSourceFile(), given) : this.find(given, module, path, depth + 1);
    if (exportClause === undefined) {
      const kind = module === undefined ? undefined : inModule(name);
      return kind !== undefined && isTypeOnly ? 'type' : kind;
    }
    const specifier = ts.isNamedExports(exportClause) ? exportClause.elements.find((element) => element.name.text === name) : undefined;
    if (specifier === undefined) return undefined;
    return isTypeOnly || specifier.isTypeOnly ? 'type' : inModule((specifier.propertyName ?? specifier.name).text);
  }

  private resolve(module: string, from: string): string | undefined {
    // A package is the same for every file of a folder, and so is a path.
    const key = JSON.stringify([dirname(from), module]);
    if (!this.resolved.has(key)) {
      this.resolved.set(key, this.ts.resolveModuleName(module, from, this.options, this.ts.sys).resolvedModule?.resolvedFileName);
    }
    return this.resolved.get(key);
  }

  private parse(path: string): typescript.SourceFile | undefined {
    if (!this.files.has(path) && this.files.size < MAX_FILES) this.files.set(path, this.read(path));
    return this.files.get(path);
  }

  private read(path: string): typescript.SourceFile | undefined {
    try {
      return this.ts.createSourceFile(path, readFileSync(path, 'utf8'), this.ts.ScriptTarget.ESNext, true);
    } catch {
      return undefined;
    }
  }
}

/** What a file declares under a name. A port is both an interface and a token. */
export function declaredKind(ts: TypeScript, file: typescript.SourceFile, name: string): ExportedKind | undefined {
  const kinds = file.statements.map((statement) => statementKind(ts, statement, name));
  if (kinds.includes('class')) return 'value';
  if (kinds.includes('value')) return kinds.includes('type') ? 'port' : 'value';
  return kinds.includes('type') ? 'type' : undefined;
}

/** A class is a type and a value at once, and stays one at run time. */
function statementKind(ts: TypeScript, statement: typescript.Statement, name: string): 'class' | 'value' | 'type' | undefined {
  if (ts.isVariableStatement(statement)) {
    const { declarations } = statement.declarationList;
    return declarations.some(({ name: given }) => ts.isIdentifier(given) && given.text === name) ? 'value' : undefined;
  }
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
    return statement.name.text === name ? 'type' : undefined;
  if (ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement)) return statement.name?.text === name ? 'class' : undefined;
  if (ts.isFunctionDeclaration(statement) || ts.isModuleDeclaration(statement)) return statement.name?.text === name ? 'value' : undefined;
  return undefined;
}
