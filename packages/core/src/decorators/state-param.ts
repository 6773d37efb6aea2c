import { addMisuse, addParam, readTools } from './metadata-store.js';
import { parameterPlaceOf } from './placement.js';
import type { PositionDeclaration } from './tool-declaration.js';

/** The decorator that says what fills a position. A position that is said twice is noted for the scan. */
export function stateParam(decorator: string, position: PositionDeclaration): ParameterDecorator {
  return (target: object, member: string | symbol | undefined, index: number): void => {
    const place = parameterPlaceOf(decorator, target, member);
    if (place === undefined) return;
    const positions = readTools(place.owner).get(place.member)?.positions;
    if (positions?.has(index) === true) {
      const message = `stands beside another decorator on parameter ${index + 1}; keep one of @Param, @Ctx and @Dep`;
      addMisuse(place.owner, { code: 'DECORATOR_REPEATED', decorator, member: String(place.member), message });
      return;
    }
    if (position.kind === 'ctx' && [...(positions?.values() ?? [])].some((other) => other.kind === 'ctx')) {
      const message = `stands on two parameters of one method; a call has one Ctx, keep one`;
      addMisuse(place.owner, { code: 'DECORATOR_REPEATED', decorator, member: String(place.member), message });
    }
    addParam(place.owner, place.member, index, position);
  };
}
