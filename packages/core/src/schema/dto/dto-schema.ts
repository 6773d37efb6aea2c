import type { Problem } from '../../contracts/errors.js';
import type { JsonSchema } from '../../contracts/json.js';
import type { StandardIssue } from '../../contracts/standard-schema.js';
import type { Class } from '../../contracts/token.js';
import { MAKES, type MakingSchema } from '../standard-schema.js';
import { checkInstance, needsChecks, type CheckedProperty } from './check-instance.js';
import { rulesOf, type DtoRule } from './dto-rules.js';
import { initialValues, type InitialValues } from './initial-values.js';
import { propertyShape, type PropertyShape } from './property-shape.js';
import { loadTransformer, type Transformer } from './transformer.js';
import { unkeptField } from './unkept-field.js';

/** What a DTO class takes, as JSON Schema, and the checks and the instance that JSON Schema cannot give. */
export interface DtoSchema {
  readonly schema: JsonSchema;
  readonly standard: MakingSchema;
}

/**
 * Describes a class with class-validator's rules, and every class inside it. The schema holds what JSON Schema can say of
 * the rules; what is left is checked on an instance that class-transformer makes. Codes of the problems:
 * `DTO_LIBRARY_MISSING`, `DTO_NOT_MADE`, `DTO_PROPERTY_UNDESCRIBED`, `DTO_NESTED_INCOMPLETE`, `DTO_RULE_UNSUPPORTED`,
 * `DTO_GROUPS_UNSUPPORTED`.
 */
export function dtoSchema(type: Class, where: string, load: typeof loadTransformer = loadTransformer): DtoSchema | readonly Problem[] {
  const transformer = load();
  if (transformer === undefined) {
    const message = `An instance of ${type.name} is made by class-transformer, which is not installed: run "npm install class-transformer@0.5".`;
    return [{ code: 'DTO_LIBRARY_MISSING', where, message }];
  }
  const reader = new DtoReader(where, transformer);
  const schema = reader.rootSchema(type);
  if (reader.problems.length > 0) return reader.problems;
  const { plans } = reader;
  const make = (value: unknown): unknown => transformer.make(type, value);
  const isChecked = needsChecks(type, plans);
  const check: Check = (value) => {
    const lost = unkeptField(value);
    if (lost !== undefined) return [lost];
    return isChecked ? checkInstance(make(value) as object, type, plans) : []; // made of an object
  };
  return { schema, standard: standardOf((value) => withinStack(() => check(value)), make) };
}

type Check = (value: object) => readonly StandardIssue[] | Promise<readonly StandardIssue[]>;

/** Libraries follow a value as deep as it goes. What a rule of the user's throws is the user's. */
function withinStack(check: () => ReturnType<Check>): ReturnType<Check> {
  try {
    return check();
  } catch (error) {
    if (error instanceof RangeError && error.message.includes('call stack')) return [{ message: 'is nested too deeply' }];
    throw error;
  }
}

/** The same door as other libraries' schemas have: what it checks comes after its JSON Schema, and its value is an instance. */
function standardOf(check: Check, make: (value: unknown) => unknown): MakingSchema {
  const settle = (
    issues: readonly StandardIssue[],
    value: unknown,
  ): { readonly value: unknown } | { readonly issues: readonly StandardIssue[] } => (issues.length === 0 ? { value } : { issues });
  return {
    '~standard': {
      version: 1,
      vendor: 'class-validator',
      validate(value) {
        if (typeof value !== 'object' || value === null) return { issues: [{ message: 'must be an object' }] };
        const issues = check(value);
        return issues instanceof Promise ? issues.then((found) => settle(found, value)) : settle(issues, value);
      },
    },
    [MAKES]: make,
  };
}

/** Reads a class and the classes inside it, each once. */
class DtoReader {
  readonly problems: Problem[] = [];
  readonly plans = new Map<Class, readonly CheckedProperty[]>();
  private readonly bodies = new Map<Class, JsonSchema>();
  private readonly names = new Map<Class, string>();
  private readonly recursive = new Set<Class>();

  constructor(
    private readonly where: string,
    private readonly transformer: Transformer,
  ) {}

  /** The schema with the classes that contain themselves under `$defs`. */
  rootSchema(type: Class): JsonSchema {
    this.schemaOf(type);
    const body = this.bodies.get(type) ?? {};
    if (this.recursive.size === 0) return body;
    return { ...body, $defs: Object.fromEntries([...this.recursive].map((inner) => [this.nameOf(inner), this.bodies.get(inner)])) };
  }

  private schemaOf(type: Class): JsonSchema {
    if (this.names.has(type) && !this.bodies.has(type)) this.recursive.add(type);
    else if (!this.names.has(type)) {
      this.nameOf(type);
      this.bodies.set(type, this.describe(type));
    }
    return this.recursive.has(type) ? { $ref: `#/$defs/${this.nameOf(type)}` } : (this.bodies.get(type) ?? {});
  }

  private nameOf(type: Class): string {
    let name = this.names.get(type);
    if (name !== undefined) return name;
    const plain = type.name.replace(/[^\w-]/g, '_') || 'Dto';
    const taken = new Set(this.names.values());
    name = plain;
    for (let at = 2; taken.has(name); at++) name = `${plain}${at}`;
    this.names.set(type, name);
    return name;
  }

  private describe(type: Class): JsonSchema {
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    const plan: CheckedProperty[] = [];
    const initial = this.initialOf(type);
    const rules = byProperty(rulesOf(type));
    for (const [name, own] of rules) {
      const { transformer } = this;
      const shape = propertyShape({ owner: type, name, rules: own, transformer, nestedSchema: (inner) => this.schemaOf(inner) });
      if ('code' in shape) {
        this.report(type, name, shape);
        continue;
      }
      plan.push(shape.checked);
      const isFilled = initial !== undefined && startsValid(initial, shape.checked);
      const value = isFilled ? initial.literal(name) : undefined;
      properties[name] = value === undefined ? shape.schema : { ...shape.schema, default: value };
      if (!shape.mayBeAbsent && !isFilled) required.push(name);
    }
    this.reportUndescribed(type, initial, rules);
    this.plans.set(type, plan);
    return { type: 'object', properties, required, additionalProperties: false };
  }

  private initialOf(type: Class): InitialValues | undefined {
    try {
      return initialValues(type);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `new ${type.name}() throws "${reason}", and class-transformer makes it without arguments: let its constructor work without.`;
      this.problems.push({ code: 'DTO_NOT_MADE', where: `${this.where}, ${type.name}`, message });
      return undefined;
    }
  }

  /** Fields without any rule, as far as they leave a trace: class-validator would let them through or strip them. */
  private reportUndescribed(type: Class, initial: InitialValues | undefined, rules: ReadonlyMap<string, unknown>): void {
    const known = new Set([...(initial?.names ?? []), ...this.transformer.propertiesOf(type)]);
    for (const name of known) {
      if (rules.has(name)) continue;
      const message = 'has no rule, so that no call could fill it: write one, such as @IsString(), or make it #private.';
      this.report(type, name, { code: 'DTO_PROPERTY_UNDESCRIBED', message });
    }
  }

  private report(type: Class, name: string, { code, message }: { readonly code: string; readonly message: string }): void {
    this.problems.push({ code, where: `${this.where}, ${type.name}.${name}`, message: `It ${message}` });
  }
}

function byProperty(rules: readonly DtoRule[]): ReadonlyMap<string, readonly DtoRule[]> {
  const grouped = new Map<string, DtoRule[]>();
  for (const rule of rules) {
    const group = grouped.get(rule.property);
    if (group === undefined) grouped.set(rule.property, [rule]);
    else group.push(rule);
  }
  return grouped;
}

/** Whether a property has a value from the start that its rules accept. Rules of the user's own are asked in calls alone. */
function startsValid({ instance }: InitialValues, { name, checks }: PropertyShape['checked']): boolean {
  const value = instance[name];
  if (value === undefined) return false;
  return checks
    .filter((rule) => rule.name !== undefined && rule.validateIf === undefined)
    .every((rule) => {
      const args = { targetName: '', property: name, object: instance, value, constraints: rule.constraints };
      const values = rule.isEach && Array.isArray(value) ? (value as readonly unknown[]) : [value];
      return rule.validators().every((validator) => values.every((item) => validator.validate(item, args) === true));
    });
}
