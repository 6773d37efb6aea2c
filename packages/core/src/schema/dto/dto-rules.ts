import type { Class } from '../../contracts/token.js';

/** One rule of a property, as class-validator keeps it. */
export interface DtoRule {
  readonly kind: 'check' | 'nested' | 'condition' | 'allow' | 'promise';
  /** The library's name of the rule; undefined for a rule of the user's own. */
  readonly name: string | undefined;
  readonly property: string;
  readonly constraints: readonly unknown[];
  /** Whether it is about the items of the value. */
  readonly isEach: boolean;
  readonly message: string | ((args: RuleArguments) => string) | undefined;
  readonly context: unknown;
  readonly hasGroups: boolean;
  readonly validateIf: ((object: object, value: unknown) => boolean) | undefined;
  /** What checks it: made, or taken from the user's container, when it is asked for. */
  readonly validators: () => readonly RuleValidator[];
}

/** What a rule's check and its message are given. */
export interface RuleArguments {
  readonly targetName: string;
  readonly property: string;
  readonly object: object;
  readonly value: unknown;
  readonly constraints: readonly unknown[];
}

/** The check behind a rule. */
export interface RuleValidator {
  readonly name: string | undefined;
  validate(value: unknown, args: RuleArguments): boolean | PromiseLike<boolean>;
  defaultMessage?(args: RuleArguments): string;
}

/** A rule as class-validator 0.14 and 0.15 store it. */
interface StoredRule {
  readonly type: string;
  readonly name?: string;
  readonly propertyName: string;
  readonly constraints?: readonly unknown[];
  readonly constraintCls?: Class;
  readonly groups?: readonly string[];
  readonly each?: boolean;
  readonly message?: DtoRule['message'];
  readonly context?: unknown;
  readonly validateIf?: DtoRule['validateIf'];
}

interface RuleStorage {
  getTargetValidationMetadatas(target: Class, schema: string, always: boolean, strictGroups: boolean): readonly StoredRule[];
  getTargetValidatorConstraints(
    target: Class,
  ): readonly { readonly name?: string; readonly instance: Pick<RuleValidator, 'validate' | 'defaultMessage'> }[];
}

/**
 * The rules of a class and of those it extends, as class-validator itself would apply them: a rule of a property that is
 * decorated anew replaces the inherited ones. The library keeps them in one place for the whole process, so that reading
 * them needs no import, which would cost 70 ms and more.
 */
export function rulesOf(type: Class): readonly DtoRule[] {
  const storage = ruleStorage();
  return storage === undefined ? [] : storage.getTargetValidationMetadatas(type, '', false, false).map((rule) => readRule(rule, storage));
}

/** Whether a value is a class that has rules, of its own or inherited. */
export function isDtoClass(value: unknown): value is Class {
  if (typeof value !== 'function' || typeof value.prototype !== 'object' || value.prototype === null) return false;
  const storage = ruleStorage();
  return storage !== undefined && storage.getTargetValidationMetadatas(value as Class, '', false, false).length > 0; // has a prototype
}

function ruleStorage(): RuleStorage | undefined {
  return (globalThis as { readonly classValidatorMetadataStorage?: RuleStorage }).classValidatorMetadataStorage;
}

const KINDS: Readonly<Record<string, DtoRule['kind']>> = {
  nestedValidation: 'nested',
  conditionalValidation: 'condition',
  whitelistValidation: 'allow',
  promiseValidation: 'promise',
};

function readRule(rule: StoredRule, storage: RuleStorage): DtoRule {
  const { constraintCls } = rule;
  const stored = () => (constraintCls === undefined ? [] : storage.getTargetValidatorConstraints(constraintCls));
  return {
    kind: KINDS[rule.type] ?? 'check',
    // The library wraps its own checks in a class of this name; a user's class may have the name of one of its rules.
    name: constraintCls === undefined || constraintCls.name === 'CustomConstraint' ? (rule.name ?? stored()[0]?.name) : undefined,
    property: rule.propertyName,
    constraints: rule.constraints ?? [],
    isEach: rule.each === true,
    message: rule.message === '' ? undefined : rule.message,
    context: rule.context,
    hasGroups: rule.groups !== undefined && rule.groups.length > 0,
    validateIf: rule.validateIf,
    validators: () =>
      stored().map(({ name, instance }) => ({
        name,
        validate: (value, args) => instance.validate(value, args),
        defaultMessage: (args) => instance.defaultMessage?.(args) ?? '',
      })),
  };
}
