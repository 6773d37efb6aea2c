import { explicitShape } from './explicit-shape.js';

test('a schema in the place of a type names the form that takes it', () => {
  const facts = { where: 'Tools.go, parameter 1', designType: String, hasDesignTypes: true };
  expect(explicitShape({ ...facts, param: { name: 'a', type: { type: 'string' } as never } })).toEqual([
    {
      code: 'PARAM_OPTION_INVALID',
      where: 'Tools.go, parameter 1',
      message: 'has a schema where the name of a type stands; write @Param({ name, description, schema }).',
    },
  ]);
  expect(explicitShape({ ...facts, param: { name: 'a', type: 'text' as never } })).toMatchObject([
    { message: 'has the type "text"; write one of string, number, integer, boolean, or a schema.' },
  ]);
});
