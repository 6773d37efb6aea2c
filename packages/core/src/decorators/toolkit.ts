import { markInjectable } from './injectable.js';
import { addMisuse, amendToolkit } from './metadata-store.js';
import { placeOf } from './placement.js';
import type { ToolkitOptions } from './tool-declaration.js';

/** Makes a class a toolkit: its constructor is injected, and `options` are defaults for the tools among its methods. */
export function Toolkit(options: ToolkitOptions = {}): ClassDecorator {
  return (target: object, member?: string): void => {
    const place = placeOf('Toolkit', target, member, undefined);
    if (place === undefined) return;
    if (place.kind === 'method') {
      const message = 'stands on a method; write @Tool there and @Toolkit on the class';
      addMisuse(place.owner, { code: 'DECORATOR_MISPLACED', decorator: 'Toolkit', member: String(place.member), message });
      return;
    }
    let isRepeated = false;
    amendToolkit(place.owner, (before) => {
      isRepeated = before.toolkit !== undefined;
      return isRepeated ? before : { ...before, toolkit: options };
    });
    if (isRepeated) addMisuse(place.owner, { code: 'DECORATOR_REPEATED', decorator: 'Toolkit', message: 'is said twice; keep one' });
    markInjectable(target);
  };
}
