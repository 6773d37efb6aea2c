import type ts from 'typescript';
import { arraySchema } from './array-type.js';
import { DATE, type Schema } from './json-schema.js';
import { objectSchema } from './object-type.js';
import { primitiveSchema } from './primitive-type.js';
import { Refusal } from './refusal.js';
import { withoutUnionDefaults } from './union-defaults.js';
import { anyOf, unionMembers } from './union-type.js';
import { isIntegerReference, mentionsInteger, writtenNode } from './written-node.js';
import { compiler } from '../typescript.js';

/** A type as JSON Schema. */
export interface TypeDescription {
  /** Refers to nothing outside itself. */
  readonly schema: Schema;
  /** Files whose declarations the schema depends on. */
  readonly files: ReadonlySet<ts.SourceFile>;
}

/** Deeper nesting is a generic type that grows with every step, or more than a model can fill in. */
const MAX_DEPTH = 60;
/** A named type that is used several times is written out each time if that takes no more characters. */
const MAX_REPEATED = 200;

/**
 * The JSON Schema (2020-12) of a type: exactly the JSON values that the type takes. `node` is where the type was written,
 * which tells the order of unions. `annotate` may add to the schema before its definitions are attached. Throws `Refusal`
 * for what JSON cannot carry.
 */
export function describeType(
  type: ts.Type,
  node: ts.TypeNode | undefined,
  checker: ts.TypeChecker,
  annotate: (schema: Schema) => Schema = (schema) => schema,
): TypeDescription {
  const first = new TypeWriter(checker, new Set());
  first.write(type, node);
  const shared = new Set([...first.uses].filter(([named, uses]) => uses > 1 && first.sizeOf(named) > MAX_REPEATED).map(([named]) => named));
  const writer = shared.size === 0 ? first : new TypeWriter(checker, shared);
  const written = shared.size === 0 ? first.written : writer.write(type, node);
  const schema = annotate(written ?? {});
  const definitions = Object.fromEntries([...writer.definitions].sort(([a], [b]) => (a < b ? -1 : 1)));
  const complete = writer.definitions.size === 0 ? schema : { ...schema, $defs: definitions };
  return { schema: withoutUnionDefaults(complete), files: writer.files };
}

class TypeWriter {
  readonly definitions = new Map<string, Schema>();
  readonly files = new Set<ts.SourceFile>();
  /** How often each named type was asked for. */
  readonly uses = new Map<ts.Type, number>();
  written: Schema | undefined;
  private readonly open: ts.Type[] = [];
  private readonly names = new Map<ts.Type, string>();
  private readonly done = new Map<ts.Type, Schema>();

  constructor(
    private readonly checker: ts.TypeChecker,
    /** Types that stand under `$defs` because they are used several times. */
    private readonly shared: ReadonlySet<ts.Type>,
  ) {}

  write(type: ts.Type, node: ts.TypeNode | undefined): Schema {
    this.written = this.describe(type, node);
    return this.written;
  }

  sizeOf(type: ts.Type): number {
    return JSON.stringify(this.done.get(type) ?? {}).length;
  }

  private readonly describe = (type: ts.Type, node?: ts.TypeNode): Schema => {
    this.note(type.aliasSymbol);
    const schema = primitiveSchema(type, this.checker) ?? this.describeParts(type, node);
    return schema.type === 'number' && namesInteger(node, this.checker) ? { ...schema, type: 'integer' } : schema;
  };

  /** A type with parts may contain itself. */
  private describeParts(type: ts.Type, node: ts.TypeNode | undefined): Schema {
    if (this.open.includes(type)) return this.reference(type);
    if (nameOf(type) !== undefined) this.uses.set(type, (this.uses.get(type) ?? 0) + 1);
    // `integer[]` and `number[]` are one type.
    const isPlain = !mentionsInteger(node, this.checker);
    const known = isPlain ? this.done.get(type) : undefined;
    if (known !== undefined) return this.names.has(type) ? this.reference(type) : known;
    if (this.open.length > MAX_DEPTH) throw this.tooDeep();
    this.open.push(type);
    const schema = this.describeShape(type, node);
    this.open.pop();
    if (isPlain) this.done.set(type, schema);
    if (!this.names.has(type) && !(isPlain && this.shared.has(type))) return schema;
    const reference = this.reference(type);
    this.definitions.set(this.nameFor(type), schema);
    return reference;
  }

  private describeShape(type: ts.Type, node: ts.TypeNode | undefined): Schema {
    const { checker, describe } = this;
    if (type.isUnion()) return anyOf(unionMembers(type, node, checker).map((member) => describe(member.type, member.node)));
    this.note(type.symbol); // some intersections have none
    if (isDate(type)) return { type: 'string', format: 'date-time', [DATE]: true };
    if (isAnything(type, checker)) return { type: ['string', 'number', 'boolean', 'object', 'array'] };
    return arraySchema(type, node, checker, describe) ?? objectSchema(type, node, checker, describe);
  }

  private tooDeep(): Refusal {
    const declared = this.open.flatMap(({ aliasSymbol, symbol }) => aliasSymbol ?? (symbol as ts.Symbol | undefined) ?? []);
    const named = declared.filter(({ name }) => !name.startsWith('__') && name !== 'Array');
    const grows = new Set(named).size < named.length;
    const reason = grows
      ? 'never ends: its generic type grows with every step'
      : `is nested more than ${MAX_DEPTH} levels deep: flatten it`;
    return new Refusal(reason, [], true);
  }

  private reference(type: ts.Type): Schema {
    return { $ref: `#/$defs/${this.nameFor(type)}` };
  }

  private nameFor(type: ts.Type): string {
    const known = this.names.get(type);
    if (known !== undefined) return known;
    const base = nameOf(type) ?? 'Type';
    const taken = new Set(this.names.values());
    let name = base;
    for (let at = 2; taken.has(name); at++) name = `${base}${at}`;
    this.names.set(type, name);
    return name;
  }

  /** Remembers where a type was declared: a change there is a change of the schema. */
  private note(symbol: ts.Symbol | undefined): void {
    for (const declaration of symbol?.declarations ?? []) this.files.add(declaration.getSourceFile());
  }
}

/** Name of an alias, interface or class with its type arguments, in letters that need no encoding in a `$ref`. */
function nameOf(type: ts.Type): string | undefined {
  const symbol = type.aliasSymbol ?? type.symbol;
  if (symbol === undefined || symbol.name.startsWith('__')) return undefined;
  const args = type.aliasSymbol === undefined ? (type as ts.TypeReference).typeArguments : type.aliasTypeArguments;
  const named = (args ?? []).flatMap((arg) => nameOf(arg) ?? (arg as { readonly intrinsicName?: string }).intrinsicName ?? []);
  return [symbol.name, ...named]
    .join('_')
    .replace(/[^\w.-]/g, '_')
    .slice(0, 64);
}

function isDate(type: ts.Type): boolean {
  const symbol = type.symbol as ts.Symbol | undefined;
  return symbol?.name === 'Date' && symbol.declarations?.some((declaration) => declaration.getSourceFile().hasNoDefaultLib) === true;
}

/** `{}` takes everything but null and undefined. */
function isAnything(type: ts.Type, checker: ts.TypeChecker): boolean {
  const isEmpty = type.getProperties().length === 0 && type.getCallSignatures().length === 0 && type.getConstructSignatures().length === 0;
  const isPlain = (type.flags & compiler.TypeFlags.Object) !== 0 && checker.getIndexInfosOfType(type).length === 0;
  return isEmpty && isPlain && !checker.isArrayType(type) && !checker.isTupleType(type);
}

/** Whether a number was written as `integer`; in a union that became one number, as nothing wider. */
function namesInteger(node: ts.TypeNode | undefined, checker: ts.TypeChecker): boolean {
  const written = writtenNode(node, checker);
  if (written === undefined || !compiler.isUnionTypeNode(written)) return written !== undefined && isIntegerReference(written);
  const numbers = written.types.filter((part) => checker.getTypeFromTypeNode(part).flags & compiler.TypeFlags.NumberLike);
  return numbers.length > 0 && numbers.every((part) => namesInteger(part, checker));
}

/** The schema of an interface with its doc comment, for a program that writes schemas itself. Throws `Refusal`. */
export function describeInterface(node: ts.InterfaceDeclaration, checker: ts.TypeChecker): Schema {
  const { schema } = describeType(checker.getTypeAtLocation(node), undefined, checker);
  return JSON.parse(JSON.stringify(schema)) as Schema; // without the marks of dates
}
