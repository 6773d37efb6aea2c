import type { Problem } from '../contracts/errors.js';
import { designTypeShape } from './design-type-shape.js';
import { disagreement } from './agreement.js';
import { dtoShape } from './dto/dto-shape.js';
import { explicitShape } from './explicit-shape.js';
import { isProblems, type ParameterFacts, type ParameterShape, type ShapeSource } from './shape-source.js';
import { signatureShape } from './signature-shape.js';

/** Where shapes come from, highest first: the first that speaks wins. */
const SOURCES: readonly ShapeSource[] = [explicitShape, dtoShape, signatureShape, designTypeShape];

/** Shape of a parameter that nobody described, where such parameters are left open. */
const OPEN: ParameterShape = Object.freeze({ schema: Object.freeze({}), isGenerated: true });

/**
 * Decides what a parameter takes. When no source speaks it is a problem (`PARAM_TYPE_UNKNOWN`) or, with `unconstrained`,
 * left open: never mislabelled.
 */
export function parameterShape(facts: ParameterFacts, unknownTypes: 'reject' | 'unconstrained'): ParameterShape | readonly Problem[] {
  const isLenient = unknownTypes === 'unconstrained';
  for (const source of SOURCES) {
    const answer = source(facts);
    if (answer === undefined) continue;
    if (isProblems(answer)) return isLenient && source === signatureShape && facts.signature?.refused !== undefined ? OPEN : answer;
    const conflict = source === signatureShape ? undefined : conflictWithSignature(answer, facts);
    return conflict === undefined ? answer : [conflict];
  }
  return isLenient ? OPEN : [unknownType(facts)];
}

/** Sources below the one that spoke must allow some value that it allows too. */
function conflictWithSignature({ schema, standard }: ParameterShape, { signature, where }: ParameterFacts): Problem | undefined {
  // A library may turn what comes in into another type, so its input side need not be the signature's.
  if (signature?.schema === undefined || standard !== undefined) return undefined;
  const difference = disagreement(schema, signature.schema);
  if (difference === undefined) return undefined;
  const message = `Its schema and its signature contradict each other${difference.at}: the schema says ${difference.first}, the signature ${difference.second}; make them agree.`;
  return { code: 'PARAM_TYPE_CONFLICT', where, message };
}

function unknownType({ where, designType, hasDesignTypes }: ParameterFacts): Problem {
  const found = hasDesignTypes
    ? `its emitted type is ${typeof designType === 'function' ? designType.name : String(designType)}, which does not say what values it takes`
    : `no types were emitted (tsx, esbuild and plain JavaScript emit none; tsc needs "emitDecoratorMetadata")`;
  const message =
    `Nobody says its type: ${found}. Compile the signatures with "npx tackroom schemas", write @Param('name', 'description', 'string') for a primitive, ` +
    `or @Param({ schema: … }) with a JSON Schema or zod schema; unknownTypes: 'unconstrained' leaves it open.`;
  return { code: 'PARAM_TYPE_UNKNOWN', where, message };
}
