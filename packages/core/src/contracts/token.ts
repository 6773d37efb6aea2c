/**
 * A name for something in the container, carrying the type of what it names. Ports use a token of the same name as
 * their interface; a class is its own token.
 */
export type Token<T> = symbol & { readonly __provides?: T };

/** A class that can be constructed. */
export type Class<T = unknown> = new (...args: never[]) => T;

/** A class, abstract or not: enough to name something, not to make it. */
export type AbstractClass<T = unknown> = abstract new (...args: never[]) => T;

/** What a dependency can be asked for by. */
export type InjectionToken<T = unknown> = Token<T> | AbstractClass<T>;

/**
 * Makes the token for `name`. The same name gives the same token in every copy of the package, so names of a published
 * package should carry its scope (`'@acme/crm/Clock'`).
 */
export function token<T>(name: string): Token<T> {
  return Symbol.for(name);
}

/** The name of a token or class, for messages. */
export function tokenName(of: InjectionToken): string {
  return typeof of === 'symbol' ? (of.description ?? 'unnamed token') : of.name || 'anonymous class';
}
