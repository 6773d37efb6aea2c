import type ts from 'typescript';
import type { Schema } from './json-schema.js';
import { Refusal, within } from './refusal.js';
import { elementNode, writtenNode } from './written-node.js';
import { compiler } from '../typescript.js';

/** Describes a type that is part of another, with the node that wrote it where there is one. */
export type Describe = (type: ts.Type, node?: ts.TypeNode) => Schema;

/** The schema of an array or a tuple; undefined for everything else. */
export function arraySchema(type: ts.Type, node: ts.TypeNode | undefined, checker: ts.TypeChecker, describe: Describe): Schema | undefined {
  if (checker.isTupleType(type)) return tupleSchema(type as ts.TupleTypeReference, node, checker, describe);
  if (!checker.isArrayType(type)) return undefined;
  const [element] = checker.getTypeArguments(type as ts.TypeReference);
  if (element === undefined) return { type: 'array' };
  return { type: 'array', items: within('[]', () => describe(element, elementNode(node, checker))) };
}

function tupleSchema(type: ts.TupleTypeReference, node: ts.TypeNode | undefined, checker: ts.TypeChecker, describe: Describe): Schema {
  const { elementFlags, minLength } = type.target;
  const elements = checker.getTypeArguments(type);
  const restAt = elementFlags.findIndex((flags) => flags & compiler.ElementFlags.Variable);
  if (restAt >= 0 && restAt < elementFlags.length - 1) throw new Refusal('is a tuple with elements after its rest, which no schema says');
  const nodes = tupleNodes(node, checker);
  const fixed = restAt < 0 ? elements : elements.slice(0, restAt);
  const rest = restAt < 0 ? undefined : elements[restAt];
  const prefixItems = fixed.map((element, at) => within(`[${at}]`, () => describe(element, nodes?.[at])));
  return {
    type: 'array',
    ...(prefixItems.length === 0 ? {} : { prefixItems }),
    items: rest === undefined ? false : within('[]', () => describe(rest, nodes?.[restAt])),
    ...(minLength === 0 ? {} : { minItems: minLength }),
  };
}

/** The node of each element, the rest's own element for a rest. */
function tupleNodes(node: ts.TypeNode | undefined, checker: ts.TypeChecker): readonly (ts.TypeNode | undefined)[] | undefined {
  const written = writtenNode(node, checker);
  if (written === undefined || !compiler.isTupleTypeNode(written)) return undefined;
  return written.elements.map((element) => {
    const isNamed = compiler.isNamedTupleMember(element);
    const isRest = isNamed ? element.dotDotDotToken !== undefined : compiler.isRestTypeNode(element);
    const inner = isNamed || compiler.isRestTypeNode(element) || compiler.isOptionalTypeNode(element) ? element.type : element;
    return isRest ? elementNode(inner, checker) : inner;
  });
}
