import type { ErrorObject, ValidateFunction } from 'ajv';
import { HarnessError } from '../contracts/errors.js';
import type { JsonSchema } from '../contracts/json.js';
import { ajvFor } from './ajv-pool.js';
import { describeErrors } from './describe-errors.js';
import { isGenerated } from './object-schema.js';
import type { UnionContext } from './union-verdict.js';

/** How a schema is compiled. */
export interface ValidatorOptions {
  /** Whether ajv refuses what it would have to ignore; by default for schemas that we wrote. */
  readonly strict?: boolean;
  /** Whose schema it is, for the message when it does not compile. */
  readonly owner?: string;
  /** What an error calls the whole value; `arguments` unless given. */
  readonly subject?: string;
  /** Whether defaults are filled into the value; true unless given. Without, a required field that has a default must be there. */
  readonly fillsDefaults?: boolean;
}

/** A schema that is compiled when it is first needed. */
export class Validator {
  private compiled: ValidateFunction | undefined;
  private explain: ((value: unknown) => string) | undefined;
  private namesInherited = false;

  constructor(
    private readonly schema: JsonSchema,
    private readonly options: ValidatorOptions,
  ) {}

  /**
   * Undefined when `value` fits, else one line for the model. Fills defaults into `value`, which must then be the caller's own
   * and not frozen. Nothing is coerced. Throws `SCHEMA_INVALID` if the schema does not compile.
   */
  check(value: unknown): string | undefined {
    this.compiled ??= this.compile();
    try {
      if (this.namesInherited) dropPrototypes(value);
      if (this.compiled(value)) return undefined;
    } catch (error) {
      // Recursive schemas follow the value as deep as it goes.
      if (error instanceof RangeError) return `${this.options.subject ?? 'arguments'}: is nested too deeply`;
      throw error;
    }
    this.explain ??= explainer(this.schema, this.options);
    return this.explain(value);
  }

  private compile(): ValidateFunction {
    this.namesInherited = INHERITED_NAME.test(JSON.stringify(this.schema));
    const { strict = isGenerated(this.schema), owner, fillsDefaults = true } = this.options;
    const ajv = ajvFor(this.schema, { strict, detailed: false, fillsDefaults });
    try {
      return ajv.compile(this.schema);
    } catch (cause) {
      const whose = owner === undefined ? 'A schema' : `The schema of ${owner}`;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new HarnessError('SCHEMA_INVALID', `${whose} cannot be compiled: ${reason}`, { cause });
    } finally {
      ajv.removeSchema(this.schema);
    }
  }
}

const INHERITED_NAME = new RegExp(`"(?:${Object.getOwnPropertyNames(Object.prototype).join('|')})"`);

/**
 * Where a schema speaks of a name that every object inherits, what is checked inherits nothing: ajv reads members plainly,
 * and its option to look at own ones alone triples the 40 ns of a check and still misses defaults.
 */
function dropPrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
  for (const inner of Object.values(value)) dropPrototypes(inner);
}

/** The validator of a schema. Costs nothing until it is first used. */
export function compileValidator(schema: JsonSchema, options: ValidatorOptions = {}): Validator {
  return new Validator(schema, options);
}

/**
 * Says what is wrong with a value that was refused. A second compilation, made for the first error of a tool: the one
 * for the hot path stops at the first error and keeps no values.
 */
function explainer(schema: JsonSchema, { subject = 'arguments', fillsDefaults = true }: ValidatorOptions): (value: unknown) => string {
  const ajv = ajvFor(schema, { strict: false, detailed: true, fillsDefaults });
  const key = `explained-${(explained += 1)}`;
  ajv.addSchema(schema, key);
  const context: UnionContext = {
    root: schema,
    errorsAt: (pointer, data) => errorsOf(() => ajv.getSchema(`${key}#${encodeURI(pointer)}`), data),
  };
  return (value) => {
    const errors = errorsOf(() => ajv.getSchema(key), value);
    return errors === undefined || errors.length === 0 ? `${subject}: does not fit the schema` : describeErrors(errors, subject, context);
  };
}

/** Schemas share an instance, so each needs a name of its own there. */
let explained = 0;

function errorsOf(validate: () => ValidateFunction | undefined, value: unknown): readonly ErrorObject[] | undefined {
  try {
    const compiled = validate();
    return compiled === undefined ? undefined : compiled(value) === true ? [] : (compiled.errors ?? []);
  } catch {
    // A part that only compiles as part of the whole: the caller falls back to a plainer text.
    return undefined;
  }
}
