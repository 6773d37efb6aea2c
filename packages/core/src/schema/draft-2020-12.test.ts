import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../contracts/json.js';
import { compileValidator } from './validator.js';

/** One group of the JSON-Schema-Test-Suite (github.com/json-schema-org/JSON-Schema-Test-Suite). */
interface Group {
  readonly description: string;
  readonly schema: JsonSchema | boolean;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

/** Where we differ from ajv as it comes: defaults are filled in, and inherited members are not seen. */
const DIFFERENT = [
  'invalid type for default',
  'invalid string value for default',
  'the default keyword does not do anything if the property is missing',
  'properties whose names are Javascript object property names',
  'required properties whose names are Javascript object property names',
];

/** The suite is not ours to carry: its `tests/draft2020-12` folder is named in the environment. */
const folder = process.env['JSON_SCHEMA_TEST_SUITE'];
const files = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.json'));

test(folder === undefined ? 'skipped: JSON_SCHEMA_TEST_SUITE names no folder' : 'answers as ajv does, draft 2020-12', () => {
  for (const file of files) {
    const groups = JSON.parse(readFileSync(join(folder ?? '', file), 'utf8')) as readonly Group[];
    for (const { description, schema, tests } of groups) {
      if (typeof schema === 'boolean' || DIFFERENT.includes(description)) continue;
      const answers = (validate: (data: unknown) => boolean): unknown =>
        tests.map(({ data }) => settled(() => validate(structuredClone(data))));
      const validator = compileValidator(schema);
      const plain = settled(() =>
        new Ajv2020({ strict: false, logger: false, validateFormats: false, meta: false, validateSchema: false }).compile(schema),
      );
      expect([file, description, answers((data) => validator.check(data) === undefined)]).toEqual([
        file,
        description,
        answers((data) => (typeof plain === 'function' ? plain(data) : impossible())),
      ]);
    }
  }
});

/** What it gives, or that it throws. */
function settled<T>(run: () => T): T | 'throws' {
  try {
    return run();
  } catch {
    return 'throws';
  }
}

function impossible(): never {
  throw new Error('ajv refuses the schema');
}
