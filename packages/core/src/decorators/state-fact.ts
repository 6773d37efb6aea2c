import { addMisuse, amendTool, amendToolkit } from './metadata-store.js';
import { placeOf } from './placement.js';
import type { StatedFacts, ToolDeclaration } from './tool-declaration.js';

/** A decorator that says something of a tool: on its method, or on a class that is itself a tool. */
export type ToolStatement = ClassDecorator & MethodDecorator;

/** The decorator that states one fact. Saying it twice is noted for the scan and the first said wins. */
export function stateFact<F extends keyof StatedFacts>(decorator: string, fact: F, value: StatedFacts[F]): ToolStatement {
  return amendDeclaration(decorator, (before) =>
    before.facts[fact] === undefined ? { ...before, facts: { ...before.facts, [fact]: value } } : undefined,
  );
}

/** The decorator that changes a declaration; `amend` gives undefined when it was already said. */
export function amendDeclaration(decorator: string, amend: (before: ToolDeclaration) => ToolDeclaration | undefined): ToolStatement {
  return (target: object, member?: string | symbol, descriptor?: PropertyDescriptor): void => {
    const place = placeOf(decorator, target, member, descriptor);
    if (place === undefined) return;
    let isRepeated = false;
    const change = (before: ToolDeclaration): ToolDeclaration => {
      const after = amend(before);
      isRepeated = after === undefined;
      return { ...(after ?? before), decorators: [...before.decorators, decorator] };
    };
    if (place.kind === 'class') amendToolkit(place.owner, (before) => ({ ...before, asTool: change(before.asTool) }));
    else amendTool(place.owner, place.member, change);
    if (!isRepeated) return;
    const misuse = { code: 'DECORATOR_REPEATED', decorator, message: 'is said twice; keep one' } as const;
    addMisuse(place.owner, place.kind === 'class' ? misuse : { ...misuse, member: String(place.member) });
  };
}
