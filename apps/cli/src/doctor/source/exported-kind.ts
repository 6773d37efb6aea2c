import { readFileSync } from 'node:fs';
import type * as typescript from 'typescript';
import type { TypeScript } from '../read-tsconfigs.js';

/** What an export is at run time: something, or gone. */
export type ExportedKind = 'value' | 'type';

/** An export may be handed on through other files; a longer chain is not followed. */
const MAX_DEPTH = 8;
const MAX_FILES = 400;

/** Says of exports what they are, by reading the files that declare them. Files are read once. */
export class ExportKinds {
  private readonly files = new Map<string, typescript.SourceFile | undefined>();

  constructor(
    private readonly ts: TypeScript,
    private readonly options: typescript.CompilerOptions,
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
    return declared ?? this.handedOn(name, file, path, depth);
  }

  private handedOn(name: string, file: typescript.SourceFile, path: string, depth: number): ExportedKind | undefined {
    const { ts } = this;
    for (const statement of file.statements) {
      if (!ts.isExportDeclaration(statement)) continue;
      const { exportClause, moduleSpecifier, isTypeOnly } = statement;
      const module = moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
      if (exportClause === undefined && module !== undefined) {
        const kind = this.find(name, module, path, depth + 1);
        if (kind !== undefined) return isTypeOnly ? 'type' : kind;
      }
      if (exportClause === undefined || !ts.isNamedExports(exportClause)) continue;
      const specifier = exportClause.elements.find((element) => element.name.text === name);
      if (specifier === undefined) continue;
      if (isTypeOnly || specifier.isTypeOnly) return 'type';
      const original = (specifier.propertyName ?? specifier.name).text;
      return module === undefined ? declaredKind(ts, file, original) : this.find(original, module, path, depth + 1);
    }
    return undefined;
  }

  private resolve(module: string, from: string): string | undefined {
    return this.ts.resolveModuleName(module, from, this.options, this.ts.sys).resolvedModule?.resolvedFileName;
  }

  private parse(path: string): typescript.SourceFile | undefined {
    if (!this.files.has(path) && this.files.size < MAX_FILES) this.files.set(path, this.read(path));
    return this.files.get(path);
  }

  private read(path: string): typescript.SourceFile | undefined {
    try {
      return this.ts.createSourceFile(path, readFileSync(path, 'utf8'), this.ts.ScriptTarget.ESNext);
    } catch {
      return undefined;
    }
  }
}

/** What a file declares under a name: a value wins, as a port is both an interface and a token. */
export function declaredKind(ts: TypeScript, file: typescript.SourceFile, name: string): ExportedKind | undefined {
  let kind: ExportedKind | undefined;
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      if (statement.declarationList.declarations.some((declaration) => ts.isIdentifier(declaration.name) && declaration.name.text === name))
        return 'value';
    } else if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
      if (statement.name.text === name) kind = 'type';
    } else if (ts.isClassDeclaration(statement) || ts.isFunctionDeclaration(statement) || ts.isEnumDeclaration(statement)) {
      if (statement.name?.text === name) return 'value';
    } else if (ts.isModuleDeclaration(statement) && statement.name.text === name) return 'value';
  }
  return kind;
}
