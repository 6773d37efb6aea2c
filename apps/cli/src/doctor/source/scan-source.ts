import type * as typescript from 'typescript';
import type { TypeScript } from '../read-tsconfigs.js';
import { declaredKind, type ExportedKind, type ExportKinds } from './exported-kind.js';
import { fieldsBeforeParameters } from './field-order.js';
import { ourDecorators, readImports, rootName, type ImportedName, type OurDecorator } from './imports.js';
import type { IssueKind, SourceIssue } from './source-issue.js';

/** What one file shows of its decorated classes. */
export interface ScannedSource {
  /** Whether any of our decorators stands in it. */
  readonly isDecorated: boolean;
  readonly issues: readonly SourceIssue[];
}

/** Looks at every class of a file that has one of our decorators. Types are not checked; imports are followed. */
export function scanSource(ts: TypeScript, file: typescript.SourceFile, exports: ExportKinds): ScannedSource {
  const scan = new SourceScan(ts, file, exports);
  scan.visit(file);
  return { isDecorated: scan.isDecorated, issues: scan.issues };
}

class SourceScan {
  readonly issues: SourceIssue[] = [];
  isDecorated = false;
  private readonly imports: ReadonlyMap<string, ImportedName>;

  constructor(
    private readonly ts: TypeScript,
    private readonly file: typescript.SourceFile,
    private readonly exports: ExportKinds,
  ) {
    this.imports = readImports(ts, file);
  }

  visit(node: typescript.Node): void {
    if (this.ts.isClassLike(node)) this.class(node);
    this.ts.forEachChild(node, (child) => this.visit(child));
  }

  private class(node: typescript.ClassLikeDeclaration): void {
    const { ts } = this;
    const decorators = this.decorators(node);
    const name = node.name?.text ?? 'a class';
    let isOurs = decorators.length > 0;
    for (const member of node.members) {
      if (ts.isMethodDeclaration(member)) isOurs = this.method(member, name, decorators) || isOurs;
      if (ts.isConstructorDeclaration(member)) isOurs = this.constructorOf(member, name, decorators) || isOurs;
    }
    if (!isOurs) return;
    this.isDecorated = true;
    for (const field of fieldsBeforeParameters(ts, node)) this.add('field', field, `${name}, ${field.name.getText(this.file)}`);
  }

  /** Gives whether one of our decorators stands on the constructor's parameters. */
  private constructorOf(node: typescript.ConstructorDeclaration, owner: string, ofClass: readonly OurDecorator[]): boolean {
    const isMade = ofClass.some(({ name }) => ['Toolkit', 'Injectable', 'Tool'].includes(name));
    const parameters = node.parameters.map((parameter) => ({ parameter, decorators: this.decorators(parameter) }));
    for (const { parameter, decorators } of parameters) {
      const what = `${owner}, constructor parameter ${this.shown(parameter)}`;
      if (isMade && !decorators.some(({ name }) => name === 'Inject')) this.injection(parameter, what);
      if (ofClass.length > 0) this.signatureType(parameter.type, what);
    }
    return parameters.some(({ decorators }) => decorators.length > 0);
  }

  /** A parameter that the container can fill only if its type is a class that is there at run time. */
  private injection(parameter: typescript.ParameterDeclaration, what: string): void {
    const root = typeRoot(this.ts, parameter.type);
    const source = root === undefined ? undefined : this.imports.get(root);
    const kind = root === undefined ? 'type' : this.kindOf(root);
    if (source?.isTypeOnly === true) {
      this.add('type-import', parameter, `${what}: its type is imported with "import type"`);
    } else if (kind === 'type' || kind === 'port') this.add('constructor-type', parameter, what);
    else this.add('constructor', parameter, what);
  }

  /** Gives whether one of our decorators stands on the method or its parameters. */
  private method(node: typescript.MethodDeclaration, owner: string, ofClass: readonly OurDecorator[]): boolean {
    const decorators = this.decorators(node);
    const member = `${owner}.${node.name.getText(this.file)}`;
    const parameters = node.parameters.map((parameter) => ({ parameter, ours: this.decorators(parameter) }));
    if (decorators.length === 0 && parameters.every(({ ours }) => ours.length === 0)) {
      const asTool = ofClass.find(({ name }) => name === 'Tool');
      if (asTool !== undefined && node.name.getText(this.file) === 'execute') this.toolParameters(parameters, member, asTool);
      return false;
    }
    for (const { parameter } of parameters) this.signatureType(parameter.type, `${member}, parameter ${this.shown(parameter)}`);
    this.signatureType(node.type, `${member}, its result`);
    const tool = decorators.find(({ name }) => name === 'Tool');
    if (tool !== undefined) this.toolParameters(parameters, member, tool);
    return true;
  }

  private toolParameters(
    parameters: readonly { readonly parameter: typescript.ParameterDeclaration; readonly ours: readonly OurDecorator[] }[],
    member: string,
    { arguments: [options] }: OurDecorator,
  ): void {
    // Options that are no plain object may hold a schema.
    if (options !== undefined && !this.isObjectWithout(options, ['input'])) return;
    for (const { parameter, ours } of parameters) {
      if (ours.some(({ name }) => name === 'Ctx' || name === 'Dep')) continue;
      const param = ours.find(({ name }) => name === 'Param');
      if (param !== undefined && this.saysType(param)) continue;
      this.add('parameter', parameter, `${member}, parameter ${this.shown(parameter)}`);
    }
  }

  private saysType({ arguments: given }: OurDecorator): boolean {
    const [first] = given;
    if (given.length > 2) return true;
    if (first === undefined || this.ts.isStringLiteralLike(first)) return false;
    return !this.isObjectWithout(first, ['type', 'schema']);
  }

  /** Whether an expression is an object that says none of these, for certain. */
  private isObjectWithout(node: typescript.Expression, keys: readonly string[]): boolean {
    if (!this.ts.isObjectLiteralExpression(node)) return false;
    return node.properties.every(
      (property) => property.name !== undefined && !keys.includes(property.name.getText(this.file).replace(/^["']|["']$/g, '')),
    );
  }

  /** A type whose name the compiler may write into the metadata: then the import must be one of a type, or of a value. */
  private signatureType(type: typescript.TypeNode | undefined, what: string): void {
    const root = typeRoot(this.ts, type);
    const source = root === undefined ? undefined : this.imports.get(root);
    if (type === undefined || root === undefined || source === undefined || source.isTypeOnly || source.imported === '*') return;
    if (this.exports.kindOf(source.imported, source.module, this.file.fileName) === 'type')
      this.add('type-as-value', type, `${what}: import type { ${root} }`, { isInUnion: !this.ts.isTypeReferenceNode(type) });
  }

  /** A node's decorators of ours. What they need at run time and has been imported as a type is noted. */
  private decorators(node: typescript.Node): readonly OurDecorator[] {
    const found = ourDecorators(this.ts, node, this.imports);
    for (const { name, root, isTypeOnly, arguments: given, node: at } of found) {
      if (isTypeOnly) this.add('type-import', at, `@${root}: the decorator itself is imported with "import type"`);
      const token = (name === 'Inject' || name === 'Dep') && given[0] !== undefined ? rootName(this.ts, given[0]) : undefined;
      if (token !== undefined && this.imports.get(token)?.isTypeOnly === true) {
        this.add('type-import', at, `@${root}(${token}): ${token} is imported with "import type"`);
      }
    }
    return found;
  }

  /** A name that is neither imported nor declared here is one of the language's, and nothing to inject. */
  private kindOf(name: string): ExportedKind | undefined {
    const source = this.imports.get(name);
    if (source === undefined) return declaredKind(this.ts, this.file, name) ?? 'type';
    return source.imported === '*' ? 'value' : this.exports.kindOf(source.imported, source.module, this.file.fileName);
  }

  private shown({ name, type }: typescript.ParameterDeclaration): string {
    const text = type === undefined ? '' : `: ${type.getText(this.file)}`;
    return `${name.getText(this.file)}${text}`.replace(/\s+/g, ' ').slice(0, 80);
  }

  private add(kind: IssueKind, node: typescript.Node, what: string, more: Pick<SourceIssue, 'isInUnion'> = {}): void {
    const { line } = this.file.getLineAndCharacterOfPosition(node.getStart(this.file));
    this.issues.push({ kind, path: this.file.fileName, line: line + 1, what, ...more });
  }
}

/** The name that the compiler writes for a type, where it writes one: not of arrays, unions and functions. */
function typeRoot(ts: TypeScript, type: typescript.TypeNode | undefined): string | undefined {
  if (type === undefined) return undefined;
  if (ts.isTypeReferenceNode(type)) return rootName(ts, type.typeName);
  if (ts.isParenthesizedTypeNode(type)) return typeRoot(ts, type.type);
  if (!ts.isUnionTypeNode(type)) return undefined;
  const [only, ...others] = type.types.filter((member) => !isNothing(ts, member));
  return others.length === 0 ? typeRoot(ts, only) : undefined;
}

function isNothing(ts: TypeScript, type: typescript.TypeNode): boolean {
  if (type.kind === ts.SyntaxKind.UndefinedKeyword) return true;
  return ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword;
}
