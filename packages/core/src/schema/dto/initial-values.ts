import type { JsonValue } from '../../contracts/json.js';
import type { Class } from '../../contracts/token.js';

/** What the fields of a new instance hold. */
export interface InitialValues {
  /** Names of its own fields. */
  readonly names: readonly string[];
  readonly instance: Readonly<Record<string, unknown>>;
  /** The value of a field that its initialiser states as a plain literal, so that each instance starts with the same. */
  literal(name: string): JsonValue | undefined;
}

/**
 * The fields that a class itself fills, read from an instance made without arguments: class-transformer makes one for each
 * call the same way. Throws what the constructor throws.
 */
export function initialValues(type: Class): InitialValues {
  const instance = new (type as new () => Record<string, unknown>)(); // a class is made without arguments, or this throws
  let source: string | undefined;
  return {
    names: Object.keys(instance),
    instance,
    literal(name) {
      const value = instance[name];
      source ??= sourceOf(type);
      return isLiteral(value) && isStated(name, value, source) ? value : undefined;
    },
  };
}

function isLiteral(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

/** Whether `name = <value>` stands in the source. A value that was computed (the time, a random id) is no default to show. */
function isStated(name: string, value: string | number | boolean, source: string): boolean {
  const forms = typeof value === 'string' ? [JSON.stringify(value), `'${value}'`, `\`${value}\``] : [String(value)];
  const literal = forms.map(escaped).join('|');
  return new RegExp(`(?:^|[\\s;{}.])${escaped(name)}\\s*=\\s*(?:${literal})\\s*(?:[;,}\\n]|$)`).test(source);
}

function escaped(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
}

function sourceOf(type: Class): string {
  const sources: string[] = [];
  for (let at: unknown = type; typeof at === 'function' && at !== Function.prototype; at = Object.getPrototypeOf(at)) {
    sources.push(Function.prototype.toString.call(at));
  }
  return sources.join('\n');
}
