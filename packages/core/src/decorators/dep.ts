import type { InjectionToken } from '../contracts/token.js';
import { stateParam } from './state-param.js';

/** Fills a method parameter from the run's container. It is not in the schema and the model cannot set it. */
export function Dep(token: InjectionToken): ParameterDecorator {
  return stateParam('Dep', { kind: 'dep', token });
}
