import type { StandardIssue } from '../../contracts/standard-schema.js';
import type { Class } from '../../contracts/token.js';
import type { DtoRule, RuleArguments, RuleValidator } from './dto-rules.js';

/** What is left to check of one property when its schema has accepted the value. */
export interface CheckedProperty {
  readonly name: string;
  /** All must hold, or nothing of the property is checked. */
  readonly conditions: readonly DtoRule[];
  readonly checks: readonly DtoRule[];
  /** Those of the checks that the schema does not say. */
  readonly partial: readonly DtoRule[];
  readonly nested: { readonly type: Class; readonly rule: DtoRule } | undefined;
  /** Whether the schema says nothing that holds of it, so that everything is checked here. */
  readonly isLoose: boolean;
}

/** What is left to check of each DTO class. */
export type CheckPlans = ReadonlyMap<Class, readonly CheckedProperty[]>;

/** Where the library speaks of `Date` objects, which whoever sends JSON cannot give. */
const DATE_TEXTS: Readonly<Record<string, (limit: unknown) => string>> = {
  isDate: () => 'must be a date with time, such as 2026-01-31T09:30:00Z',
  minDate: (limit) => `must be ${dateText(limit)} or later`,
  maxDate: (limit) => `must be ${dateText(limit)} or earlier`,
};

type Finding = StandardIssue | undefined;
type Path = readonly PropertyKey[];

/** Characters of a value that a rule's text may quote. */
const MAX_QUOTED = 40;

/** Whether anything of a class, or of those inside it, is left to check. */
export function needsChecks(type: Class, plans: CheckPlans, seen: Set<Class> = new Set()): boolean {
  if (seen.has(type)) return false;
  seen.add(type);
  return (plans.get(type) ?? []).some(
    ({ partial, isLoose, nested }) => isLoose || partial.length > 0 || (nested !== undefined && needsChecks(nested.type, plans, seen)),
  );
}

/**
 * What the rules that no schema says find in an instance, its nested ones included. In a promise if one of them checks
 * asynchronously. Rules are asked as class-validator asks them.
 */
export function checkInstance(
  instance: object,
  type: Class,
  plans: CheckPlans,
): readonly StandardIssue[] | Promise<readonly StandardIssue[]> {
  const check = new InstanceCheck(plans);
  check.visit(instance, { type, path: [], isWhole: false });
  return check.settle();
}

/** An object and what is known of it. */
interface Place {
  readonly type: Class;
  readonly path: Path;
  /** Whether no schema was asked about it. */
  readonly isWhole: boolean;
}

class InstanceCheck {
  private readonly findings: (Finding | PromiseLike<Finding>)[] = [];

  constructor(private readonly plans: CheckPlans) {}

  visit(object: object, { type, path, isWhole }: Place): void {
    const properties = this.plans.get(type) ?? [];
    if (isWhole) this.refuseUnknown(object, properties, path);
    for (const property of properties) {
      const value = (object as Readonly<Record<string, unknown>>)[property.name];
      if (!property.conditions.every((rule) => holds(rule, object, value))) continue;
      const at = [...path, property.name];
      const isAll = isWhole || property.isLoose;
      for (const rule of isAll ? property.checks : property.partial) this.ask(rule, { object, type, value }, at);
      if (property.nested !== undefined) this.enter(value, property.nested, { object, path: at, isWhole: isAll });
    }
  }

  settle(): readonly StandardIssue[] | Promise<readonly StandardIssue[]> {
    const found = (findings: readonly Finding[]): readonly StandardIssue[] => findings.filter((finding) => finding !== undefined);
    return this.findings.some(isLater)
      ? Promise.all(this.findings.map(async (finding) => finding)).then(found)
      : found(this.findings as readonly Finding[]); // none is a promise
  }

  private refuseUnknown(object: object, properties: readonly CheckedProperty[], path: Path): void {
    const unknown = Object.keys(object).filter((key) => !properties.some(({ name }) => name === key));
    this.findings.push(...unknown.map((key) => ({ path: [...path, key], message: 'is not a known field' })));
  }

  private enter(
    value: unknown,
    nested: { readonly type: Class; readonly rule: DtoRule },
    at: { readonly object: object; readonly path: Path; readonly isWhole: boolean },
  ): void {
    if (value === undefined) return;
    if (Array.isArray(value)) value.forEach((item, index) => this.enter(item, nested, { ...at, path: [...at.path, index] }));
    else if (typeof value === 'object' && value !== null) this.visit(value, { type: nested.type, path: at.path, isWhole: at.isWhole });
    else if (at.isWhole) this.findings.push({ path: at.path, message: 'must be an object' });
  }

  private ask(rule: DtoRule, of: { readonly object: object; readonly type: Class; readonly value: unknown }, path: Path): void {
    const { object, type, value } = of;
    if (rule.validateIf !== undefined && !rule.validateIf(object, value)) return;
    const args = { targetName: type.name, property: rule.property, object, value, constraints: rule.constraints };
    const values = rule.isEach && Array.isArray(value) ? value.map((item: unknown, index) => ({ item, at: [...path, index] })) : undefined;
    for (const validator of rule.validators()) {
      for (const { item, at } of values ?? [{ item: value, at: path }]) {
        const issue = (isValid: boolean): Finding => (isValid ? undefined : { path: at, message: messageOf(rule, validator, args) });
        const verdict = validator.validate(item, args);
        this.findings.push(isLater(verdict) ? verdict.then(issue) : issue(verdict));
      }
    }
  }
}

function holds(rule: DtoRule, object: object, value: unknown): boolean {
  const [condition] = rule.constraints as readonly ((object: object, value: unknown) => boolean)[]; // what a conditional rule keeps
  return condition === undefined || condition(object, value);
}

/** A rule's text without the name that stands before it as the path. */
function messageOf(rule: DtoRule, validator: RuleValidator, args: RuleArguments): string {
  const dateRule = rule.message === undefined && rule.name !== undefined ? DATE_TEXTS[rule.name] : undefined;
  if (dateRule !== undefined) return dateRule(args.constraints[0]);
  const source = rule.message ?? validator.defaultMessage?.(args) ?? '';
  const text = filled(typeof source === 'function' ? source(args) : source, args).replace(/^each value in /, '');
  if (text.trim() === '') return `breaks the rule ${rule.name ?? validator.name ?? 'of the property'}`;
  return text.startsWith(`${args.property} `) ? text.slice(args.property.length + 1) : text;
}

function filled(text: string, { constraints, value, property, targetName }: RuleArguments): string {
  return text.replace(/\$(?:constraint(\d+)|value|property|target)/g, (token: string, number: string | undefined) => {
    if (number !== undefined) return Number(number) <= constraints.length ? constraintText(constraints[Number(number) - 1]) : token;
    if (token === '$value') return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).slice(0, MAX_QUOTED) : token;
    return token === '$property' ? property : targetName;
  });
}

function constraintText(constraint: unknown): string {
  return Array.isArray(constraint) ? constraint.join(', ') : String(constraint);
}

/** A limit of a date rule, which may be a function that gives it. */
function dateText(limit: unknown): string {
  const date: unknown = typeof limit === 'function' ? (limit as () => unknown)() : limit;
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date.toISOString() : String(date);
}

function isLater<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
