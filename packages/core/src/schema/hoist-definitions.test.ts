import { objectSchema } from './object-schema.js';
import { compileValidator } from './validator.js';

test.each(['a/b', 'a~b', 'a%b', 'a b', 'ä', '#', '"', '%20'])('a parameter called %s may refer to itself as a whole', (name) => {
  const schema = objectSchema([
    { name, schema: { type: ['array', 'string'], items: { $ref: '#' } }, isRequired: true, isGenerated: false },
  ]);
  const validator = compileValidator(schema);
  expect([validator.check({ [name]: [['x']] }), validator.check({ [name]: [[5]] }) === undefined]).toEqual([undefined, false]);
});

test.each(['a/b', 'a~b', 'a%b', 'a b', 'ä', '#', '"', '%20'])('a definition called %s is found from a parameter', (name) => {
  const reference = `#/$defs/${name.replaceAll('~', '~0').replaceAll('/', '~1').replace(/[%#]/g, encodeURIComponent)}`;
  const list = { type: ['array', 'string'], items: { $ref: reference } } as const;
  const schema = objectSchema([{ name: 'p', schema: { $ref: reference, $defs: { [name]: list } }, isRequired: true, isGenerated: false }]);
  const validator = compileValidator(schema);
  expect([validator.check({ p: [['x']] }), validator.check({ p: [[5]] }) === undefined]).toEqual([undefined, false]);
});
