import type { Problem } from '../contracts/errors.js';
import { designTypeShape } from './design-type-shape.js';
import { explicitShape } from './explicit-shape.js';
import type { ParameterFacts, ParameterShape, ShapeSource } from './shape-source.js';

/** Where shapes come from, highest first: the first that speaks wins. */
const SOURCES: readonly ShapeSource[] = [explicitShape, designTypeShape];

/** Shape of a parameter that nobody described, where such parameters are left open. */
const OPEN: ParameterShape = Object.freeze({ schema: Object.freeze({}), isGenerated: true });

/**
 * Decides what a parameter takes. When no source speaks it is a problem (`PARAM_TYPE_UNKNOWN`) or, with `unconstrained`,
 * left open: never mislabelled.
 */
export function parameterShape(facts: ParameterFacts, unknownTypes: 'reject' | 'unconstrained'): ParameterShape | readonly Problem[] {
  for (const source of SOURCES) {
    const answer = source(facts);
    if (answer !== undefined) return answer;
  }
  return unknownTypes === 'unconstrained' ? OPEN : [unknownType(facts)];
}

function unknownType({ where, designType, hasDesignTypes }: ParameterFacts): Problem {
  const found = hasDesignTypes
    ? `its emitted type is ${typeof designType === 'function' ? designType.name : String(designType)}, which does not say what values it takes`
    : `no types were emitted (tsx, esbuild and plain JavaScript emit none; tsc needs "emitDecoratorMetadata")`;
  const message =
    `Nobody says its type: ${found}. Write @Param('name', 'description', 'string') for a primitive, ` +
    `@Param({ schema: … }) with a JSON Schema or zod schema for anything else, or set unknownTypes: 'unconstrained' to leave it open.`;
  return { code: 'PARAM_TYPE_UNKNOWN', where, message };
}
