import type { Ctx as CtxType } from '../contracts/ctx.js';
import { stateParam } from './state-param.js';

/** What a handler is given besides its arguments. */
export type Ctx<Deps = unknown> = CtxType<Deps>;

/** Fills a method parameter with the call's context. It is not in the schema and the model cannot set it. */
export function Ctx(): ParameterDecorator {
  return stateParam('Ctx', { kind: 'ctx' });
}
