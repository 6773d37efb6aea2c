import type { ParamOptions } from '../decorators/tool-declaration.js';
import { explicitShape } from './explicit-shape.js';

/** What JavaScript lets people write where TypeScript does not. */
const written = (type: unknown): ParamOptions => ({ name: 'a', type: type as never }); // wrong on purpose

test('a schema in the place of a type names the form that takes it', () => {
  const facts = { where: 'Tools.go, parameter 1', designType: String, hasDesignTypes: true };
  expect(explicitShape({ ...facts, param: written({ type: 'string' }) })).toEqual([
    {
      code: 'PARAM_OPTION_INVALID',
      where: 'Tools.go, parameter 1',
      message: 'has a schema where the name of a type stands; write @Param({ name, description, schema }).',
    },
  ]);
  expect(explicitShape({ ...facts, param: written('text') })).toMatchObject([
    { message: 'has the type "text"; write one of string, number, integer, boolean, or a schema.' },
  ]);
});
