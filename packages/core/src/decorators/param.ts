import { stateParam } from './state-param.js';
import type { ParamOptions, PrimitiveTypeName } from './tool-declaration.js';

/**
 * Makes a method parameter one of the tool's, with what is not said here read from the method: the name from its source,
 * the type from emitted metadata (`string`, `number`, `boolean`). Where no metadata is emitted, say the type:
 * `@Param('city', 'The city', 'string')`.
 */
export function Param(name?: string, description?: string, type?: PrimitiveTypeName): ParameterDecorator;
export function Param(options: ParamOptions): ParameterDecorator;
export function Param(first?: string | ParamOptions, description?: string, type?: PrimitiveTypeName): ParameterDecorator {
  const param = typeof first === 'object' ? first : positional(first, description, type);
  return stateParam('Param', { kind: 'param', param });
}

function positional(name: string | undefined, description: string | undefined, type: PrimitiveTypeName | undefined): ParamOptions {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(type === undefined ? {} : { type }),
  };
}
