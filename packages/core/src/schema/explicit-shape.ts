import type { Problem } from '../contracts/errors.js';
import type { Class } from '../contracts/token.js';
import { contradicts } from './design-type-shape.js';
import { isDtoClass } from './dto/dto-rules.js';
import { toJsonSchema } from './json-schema-of.js';
import { isProblems, type ParameterFacts, type ShapeSource } from './shape-source.js';

const TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

const SCHEMA_AS_TYPE = 'has a schema where the name of a type stands; write @Param({ name, description, schema }).';

/** What `@Param` itself says: a schema, or the name of a primitive type. It must agree with the emitted type. */
export const explicitShape: ShapeSource = (facts) => {
  const { param, where } = facts;
  if (param.schema !== undefined && param.type !== undefined) {
    return [{ code: 'PARAM_OPTION_INVALID', where, message: `has both "schema" and "type"; keep one.` }];
  }
  if (param.schema !== undefined) return fromSchema(param.schema, facts);
  const { type } = param;
  if (type === undefined) return undefined;
  if (!TYPES.includes(type)) {
    return [
      {
        code: 'PARAM_OPTION_INVALID',
        where,
        message:
          typeof type === 'object'
            ? SCHEMA_AS_TYPE
            : `has the type ${JSON.stringify(type)}; write one of ${TYPES.join(', ')}, or a schema.`,
      },
    ];
  }
  return contradicts(facts.designType, type) ? [conflict(facts, type)] : { schema: { type }, isGenerated: true };
};

function fromSchema(source: unknown, facts: ParameterFacts): ReturnType<ShapeSource> {
  const converted = toJsonSchema(source, facts.where);
  if (isProblems(converted)) return converted;
  if (isDtoClass(source)) {
    return isOtherClass(facts.designType, source) ? [conflict(facts, source.name)] : { ...converted, isGenerated: true };
  }
  const { type } = converted.schema;
  // A library may turn what comes in into another type, so its input side need not be the parameter's.
  const isConflict = converted.standard === undefined && typeof type === 'string' && contradicts(facts.designType, type);
  return isConflict ? [conflict(facts, type)] : { ...converted, isGenerated: false };
}

/** Whether a parameter's own type is a class that an instance of `given` is none of. Interfaces and unions are emitted as `Object`. */
function isOtherClass(designType: unknown, given: Class): boolean {
  if (typeof designType !== 'function' || designType === Object || designType === given) return false;
  return !(given.prototype instanceof designType);
}

function conflict({ where, designType }: ParameterFacts, type: string): Problem {
  const emitted = typeof designType === 'function' ? designType.name : String(designType);
  const message = `@Param says ${type}, but the parameter's own type is ${emitted}; make them agree.`;
  return { code: 'PARAM_TYPE_CONFLICT', where, message };
}
