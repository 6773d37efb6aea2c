import type ts from 'typescript';
import type { Schema } from './json-schema.js';
import { Refusal, within } from './refusal.js';
import { compiler } from '../typescript.js';

/** Describes a type that is part of another, with the node that wrote it where there is one. */
export type Describe = (type: ts.Type, node?: ts.TypeNode) => Schema;

/** The schema of an array or a tuple; undefined for everything else. */
export function arraySchema(type: ts.Type, node: ts.TypeNode | undefined, checker: ts.TypeChecker, describe: Describe): Schema | undefined {
  if (checker.isTupleType(type)) return tupleSchema(type as ts.TupleTypeReference, node, checker, describe);
  if (!checker.isArrayType(type)) return undefined;
  const [element] = checker.getTypeArguments(type as ts.TypeReference);
  if (element === undefined) return { type: 'array' };
  return { type: 'array', items: within('[]', () => describe(element, elementNode(node))) };
}

function tupleSchema(type: ts.TupleTypeReference, node: ts.TypeNode | undefined, checker: ts.TypeChecker, describe: Describe): Schema {
  const { elementFlags, minLength } = type.target;
  const elements = checker.getTypeArguments(type);
  const restAt = elementFlags.findIndex((flags) => flags & compiler.ElementFlags.Variable);
  if (restAt >= 0 && restAt < elementFlags.length - 1) throw new Refusal('is a tuple with elements after its rest, which no schema says');
  const nodes = tupleNodes(node);
  const fixed = restAt < 0 ? elements : elements.slice(0, restAt);
  const rest = restAt < 0 ? undefined : elements[restAt];
  const prefixItems = fixed.map((element, at) => within(`[${at}]`, () => describe(element, nodes?.[at])));
  return {
    type: 'array',
    ...(prefixItems.length === 0 ? {} : { prefixItems }),
    items: rest === undefined ? false : within('[]', () => describe(rest)),
    ...(minLength === 0 ? {} : { minItems: minLength }),
  };
}

/** The node of the elements of `T[]`, `readonly T[]`, `Array<T>` and `ReadonlyArray<T>`. */
function elementNode(node: ts.TypeNode | undefined): ts.TypeNode | undefined {
  if (node === undefined) return undefined;
  if (compiler.isParenthesizedTypeNode(node) || compiler.isTypeOperatorNode(node)) return elementNode(node.type);
  if (compiler.isArrayTypeNode(node)) return node.elementType;
  const isArray = compiler.isTypeReferenceNode(node) && /^(?:Readonly)?Array$/.test(node.typeName.getText());
  return isArray ? node.typeArguments?.[0] : undefined;
}

function tupleNodes(node: ts.TypeNode | undefined): readonly ts.TypeNode[] | undefined {
  if (node === undefined) return undefined;
  if (compiler.isParenthesizedTypeNode(node) || compiler.isTypeOperatorNode(node)) return tupleNodes(node.type);
  return compiler.isTupleTypeNode(node)
    ? node.elements.map((element) => (compiler.isNamedTupleMember(element) ? element.type : element))
    : undefined;
}
