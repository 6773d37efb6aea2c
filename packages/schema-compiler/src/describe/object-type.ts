import type ts from 'typescript';
import { describedBy } from '../docs/apply-doc.js';
import { symbolDoc } from '../docs/doc-comment.js';
import type { Describe } from './array-type.js';
import { WANTED, type Schema } from './json-schema.js';
import { Refusal, within } from './refusal.js';
import { templatePattern } from './template-pattern.js';
import { allowsUndefined } from './union-type.js';
import { recordValueNode } from './written-node.js';
import { compiler } from '../typescript.js';

/** The schema of an object type: its properties and index signatures, and nothing else unless those allow it. */
export function objectSchema(type: ts.Type, node: ts.TypeNode | undefined, checker: ts.TypeChecker, describePart: Describe): Schema {
  refuseCallables(type, checker);
  const mapped = recordValueNode(node, checker);
  const describe: Describe = (part, partNode) => describePart(part, partNode ?? mapped);
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const property of checker.getPropertiesOfType(type)) {
    const name = propertyName(property);
    if (name === undefined) continue;
    const schema = within(name, () => propertySchema(property, checker, describe));
    const isOptional = (property.flags & compiler.SymbolFlags.Optional) !== 0 || allowsUndefined(checker.getTypeOfSymbol(property));
    // What a tag gives a default is filled in where it is left out.
    const isFilled = Object.hasOwn(schema, 'default');
    properties[name] = !isOptional && isFilled ? { ...schema, [WANTED]: true } : schema;
    if (!isOptional && !isFilled) required.push(name);
  }
  const index = indexSchemas(type, checker, describe);
  const isMap = Object.keys(properties).length === 0 && index.additionalProperties !== false;
  return {
    type: 'object',
    ...(isMap ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    ...index,
  };
}

function propertySchema(property: ts.Symbol, checker: ts.TypeChecker, describe: Describe): Schema {
  const declaration = property.valueDeclaration ?? property.declarations?.[0];
  if (property.flags & compiler.SymbolFlags.Method) throw new Refusal('is a method, which JSON cannot carry: take a plain interface');
  if (declaration !== undefined && compiler.isClassElement(declaration)) refuseHidden(declaration);
  const node = declaration !== undefined && 'type' in declaration ? (declaration.type as ts.TypeNode | undefined) : undefined;
  const schema = describe(checker.getTypeOfSymbol(property), node);
  return describedBy(schema, symbolDoc(property, checker));
}

function refuseHidden(member: ts.ClassElement): void {
  const modifiers = compiler.getCombinedModifierFlags(member);
  const isHidden =
    modifiers & (compiler.ModifierFlags.Private | compiler.ModifierFlags.Protected) ||
    (member.name && compiler.isPrivateIdentifier(member.name));
  if (isHidden) throw new Refusal('is private, so that only the class itself makes such values: take a plain interface');
}

function refuseCallables(type: ts.Type, checker: ts.TypeChecker): void {
  if (type.getCallSignatures().length > 0) throw new Refusal('is a function, which JSON cannot carry: take it out of the signature');
  if (type.getConstructSignatures().length > 0)
    throw new Refusal('is a constructor, which JSON cannot carry: take it out of the signature');
  const library = libraryName(type);
  if (library !== undefined) throw new Refusal(`is ${checker.typeToString(type)}, which JSON cannot carry${insteadOf(library)}`);
}

/** Name of an interface or class that the language, the platform or Node declares. */
function libraryName(type: ts.Type): string | undefined {
  const symbol = type.symbol as ts.Symbol | undefined; // absent for some intersections, whatever the type says
  if (symbol === undefined || !(symbol.flags & (compiler.SymbolFlags.Interface | compiler.SymbolFlags.Class))) return undefined;
  const file = symbol.declarations?.[0]?.getSourceFile();
  if (file === undefined) return undefined;
  const isLibrary = file.hasNoDefaultLib || /\/node_modules\/(?:@types\/node|typescript\/lib|buffer|undici-types)\//.test(file.fileName);
  return isLibrary ? symbol.name : undefined;
}

function insteadOf(name: string): string {
  if (/Map$/.test(name)) return ': take a Record<string, …>';
  if (/Set$/.test(name)) return ': take an array';
  if (/^(?:Buffer|ArrayBuffer|SharedArrayBuffer|DataView|Blob|File|.*Array)$/.test(name)) return ': take a base64 string';
  if (name === 'RegExp' || name === 'URL') return ': take a string';
  if (/^(?:String|Number|Boolean)$/.test(name)) return `: write ${name.toLowerCase()}`;
  return ': take plain data';
}

/** Undefined for members that JSON leaves out: those named by symbols. */
function propertyName({ escapedName }: ts.Symbol): string | undefined {
  const name = compiler.unescapeLeadingUnderscores(escapedName);
  if (name.startsWith('__@')) return undefined;
  if (name.startsWith('__#')) throw new Refusal('has private members, so that only its class makes such values: take a plain interface');
  if (name === '__proto__') throw new Refusal('has a property __proto__, which cannot be checked: give it another name');
  return name;
}

/** What other members may hold. Keys of JSON are strings, so that numbers and templates become patterns. */
function indexSchemas(type: ts.Type, checker: ts.TypeChecker, describe: Describe): Schema {
  const patterns: Record<string, Schema> = {};
  let additional: Schema | false = false;
  for (const { keyType, type: valueType, declaration } of checker.getIndexInfosOfType(type)) {
    if (keyType.flags & compiler.TypeFlags.ESSymbolLike) continue;
    const value = within('*', () =>
      describe(valueType, declaration !== undefined && compiler.isIndexSignatureDeclaration(declaration) ? declaration.type : undefined),
    );
    if (keyType.flags & compiler.TypeFlags.TemplateLiteral) {
      patterns[`^${templatePattern(keyType as ts.TemplateLiteralType, checker)}$`] = value;
    } else if (keyType.flags & compiler.TypeFlags.Number) patterns['^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?$'] = value;
    else additional = value;
  }
  return {
    ...(Object.keys(patterns).length === 0 ? {} : { patternProperties: patterns }),
    additionalProperties: additional,
  };
}
