import { toJsonSchema } from '../json-schema-of.js';
import { isProblems, type ShapeSource } from '../shape-source.js';
import { isDtoClass } from './dto-rules.js';

/** A class with class-validator's rules as the type that the compiler emitted for a parameter. */
export const dtoShape: ShapeSource = ({ designType, where }) => {
  if (!isDtoClass(designType)) return undefined;
  const converted = toJsonSchema(designType, where);
  return isProblems(converted) ? converted : { ...converted, isGenerated: true };
};
