import { HarnessError } from '../contracts/errors.js';
import { addMisuse, type Owner } from './metadata-store.js';

/** Where a decorator of a method or class stands. */
export type Place =
  { readonly kind: 'class'; readonly owner: Owner } | { readonly kind: 'method'; readonly owner: Owner; readonly member: string | symbol };

/**
 * Where a decorator stands, or undefined (and a note for the scan) if it can do nothing there. Throws
 * `DECORATOR_STANDARD` when the compiler calls decorators the ECMAScript way: then no class is known to note it on.
 */
export function placeOf(
  decorator: string,
  target: object,
  member: string | symbol | undefined,
  descriptor: PropertyDescriptor | undefined,
): Place | undefined {
  refuseStandardDecorators(decorator, member);
  if (member === undefined) return { kind: 'class', owner: target as Owner };
  const owner = ownerOf(target);
  const fault = memberFault(target, member, descriptor ?? Object.getOwnPropertyDescriptor(target, member));
  if (fault === undefined) return { kind: 'method', owner, member };
  addMisuse(owner, { code: 'DECORATOR_MISPLACED', decorator, member: String(member), message: fault });
  return undefined;
}

/** Where a parameter decorator stands: its method, or undefined (and a note) if it can do nothing there. */
export function parameterPlaceOf(
  decorator: string,
  target: object,
  member: string | symbol | undefined,
): { readonly owner: Owner; readonly member: string | symbol } | undefined {
  refuseStandardDecorators(decorator, member);
  if (member === undefined) {
    const message = `stands on a constructor parameter, which no call fills; write @Inject(TOKEN) there`;
    addMisuse(target as Owner, { code: 'DECORATOR_MISPLACED', decorator, member: 'constructor', message });
    return undefined;
  }
  const place = placeOf(decorator, target, member, undefined);
  return place?.kind === 'method' ? place : undefined;
}

/** A prototype's class; a static member's target is its class already. */
function ownerOf(target: object): Owner {
  return typeof target === 'function' ? (target as Owner) : (target.constructor as Owner);
}

function memberFault(target: object, member: string | symbol, descriptor: PropertyDescriptor | undefined): string | undefined {
  if (typeof member === 'string' && member.startsWith('#')) {
    return 'stands on a private name, which nothing outside the class can call; drop the "#" (TypeScript\'s `private` is fine)';
  }
  if (typeof target === 'function')
    return 'stands on a static member; a tool is a method of an instance, so drop `static` or use defineTool()';
  if (descriptor === undefined) return 'stands on a property; write it as a method';
  if (descriptor.get !== undefined || descriptor.set !== undefined) return 'stands on a getter or setter; write it as a method';
  return typeof descriptor.value === 'function' ? undefined : 'stands on a property; write it as a method';
}

function refuseStandardDecorators(decorator: string, context: unknown): void {
  if (typeof context !== 'object' || context === null) return;
  throw new HarnessError(
    'DECORATOR_STANDARD',
    `@${decorator} was called as an ECMAScript decorator, which knows no parameters. Set "experimentalDecorators": true in ` +
      `tsconfig.json (for SWC: "legacyDecorator": true), or define the tool with defineTool().`,
  );
}
