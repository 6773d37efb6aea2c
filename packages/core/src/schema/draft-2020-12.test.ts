import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchema } from '../contracts/json.js';
import { compileValidator } from './validator.js';

/** One group of the JSON-Schema-Test-Suite (github.com/json-schema-org/JSON-Schema-Test-Suite). */
interface Group {
  readonly description: string;
  readonly schema: JsonSchema | boolean;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

/** Cases that we answer in another way than the suite, by file and group, and why. */
interface Reason {
  readonly why: string;
  readonly cases: Readonly<Record<string, Readonly<Record<string, 'all' | readonly string[]>>>>;
}

const DIFFERENT: readonly Reason[] = [
  {
    why: 'Defaults of arguments are filled in, and checked like what a model writes.',
    cases: {
      'default.json': {
        'invalid type for default': ['still valid when the invalid default is used'],
        'invalid string value for default': ['still valid when the invalid default is used'],
        'the default keyword does not do anything if the property is missing': ['missing properties are not filled in with the default'],
      },
    },
  },
  {
    why: 'Schemas of elsewhere are never fetched: a reference to one is refused when the schema is compiled.',
    cases: {
      'defs.json': {
        'validate definition against metaschema': 'all',
      },
      'dynamicRef.json': {
        'strict-tree schema, guards against misspelled properties': 'all',
        'tests for implementation dynamic anchor and reference link': 'all',
        '$ref and $dynamicAnchor are independent of order - $defs first': 'all',
        '$ref and $dynamicAnchor are independent of order - $ref first': 'all',
        '$ref to $dynamicRef finds detached $dynamicAnchor': 'all',
      },
      'ref.json': {
        'remote ref, containing refs itself': 'all',
      },
      'refRemote.json': {
        'remote ref': 'all',
        'fragment within remote ref': 'all',
        'anchor within remote ref': 'all',
        'ref within remote ref': 'all',
        'base URI change': 'all',
        'base URI change - change folder': 'all',
        'base URI change - change folder in subschema': 'all',
        'root ref in remote ref': 'all',
        'remote ref with ref to defs': 'all',
        'Location-independent identifier in remote ref': 'all',
        'retrieved nested refs resolve relative to their URI not $id': 'all',
        'remote HTTP ref with different $id': 'all',
        'remote HTTP ref with different URN $id': 'all',
        'remote HTTP ref with nested absolute ref': 'all',
        '$ref to $ref finds detached $anchor': 'all',
      },
    },
  },
  {
    why: 'Ajv never looks at a property called __proto__. A tool with one is refused before: see check-schema.',
    cases: {
      'properties.json': {
        'properties whose names are Javascript object property names': ['__proto__ not valid'],
      },
    },
  },
  {
    why: 'Ajv refuses an enum without values, and so does check-schema: nothing could fit.',
    cases: {
      'enum.json': {
        'empty enum': 'all',
      },
    },
  },
  {
    why: 'Ajv checks by all keywords, whichever vocabularies a meta-schema leaves out.',
    cases: {
      'vocabulary.json': {
        'schema that uses custom metaschema with with no validation vocabulary': ['no validation: invalid number, but it still validates'],
      },
    },
  },
  {
    why: 'Ajv does not find its way through these nested addresses.',
    cases: {
      'ref.json': {
        'refs with relative uris and defs': 'all',
        'relative refs with absolute uris and defs': 'all',
        'URN ref with nested pointer ref': 'all',
      },
    },
  },
  {
    why: 'Ajv does not follow $dynamicRef through every scope that the draft names.',
    cases: {
      'dynamicRef.json': {
        'A $dynamicRef to a $dynamicAnchor in the same schema resource behaves like a normal $ref to an $anchor': [
          'An array of strings is valid',
        ],
        'A $dynamicRef to an $anchor in the same schema resource behaves like a normal $ref to an $anchor': [
          'An array of strings is valid',
        ],
        'A $dynamicRef resolves to the first $dynamicAnchor still in scope that is encountered when the schema is evaluated': [
          'An array of strings is valid',
        ],
        'A $dynamicRef without anchor in fragment behaves identical to $ref': ['An array of numbers is valid'],
        "A $dynamicRef with intermediate scopes that don't include a matching $dynamicAnchor does not affect dynamic scope resolution": [
          'An array of strings is valid',
        ],
        'An $anchor with the same name as a $dynamicAnchor is not used for dynamic scope resolution': 'all',
        'A $dynamicRef without a matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor': 'all',
        'A $dynamicRef with a non-matching $dynamicAnchor in the same schema resource behaves like a normal $ref to $anchor': 'all',
        'A $dynamicRef that initially resolves to a schema with a matching $dynamicAnchor resolves to the first $dynamicAnchor in the dynamic scope':
          'all',
        'A $dynamicRef that initially resolves to a schema without a matching $dynamicAnchor behaves like a normal $ref to $anchor': 'all',
        'multiple dynamic paths to the $dynamicRef keyword': ['number list with string values', 'string list with number values'],
        'after leaving a dynamic scope, it is not used by a $dynamicRef': 'all',
        '$dynamicRef points to a boolean schema': ['follow $dynamicRef to a false schema'],
        '$dynamicRef skips over intermediate resources - direct reference': ['integer property passes'],
        '$dynamicRef avoids the root of each schema, but scopes are still registered': [
          'data is sufficient for schema at second#/$defs/length',
        ],
      },
      'unevaluatedItems.json': {
        'unevaluatedItems with $dynamicRef': ['with no unevaluated items'],
      },
      'unevaluatedProperties.json': {
        'unevaluatedProperties with $dynamicRef': ['with no unevaluated properties'],
      },
    },
  },
  {
    why: 'Ajv keeps fewer annotations for unevaluatedItems and unevaluatedProperties than the draft asks for.',
    cases: {
      'unevaluatedItems.json': {
        'unevaluatedItems with nested items': ['with no additional items', 'with invalid additional item'],
        'unevaluatedItems depends on adjacent contains': ['contains passes, second item is not evaluated'],
        'unevaluatedItems depends on multiple nested contains': ['7 not evaluated, fails unevaluatedItems'],
        'unevaluatedItems and contains interact to control item dependency relationship': [
          "only b's are invalid",
          "only c's are invalid",
          "only b's and c's are invalid",
          "only a's and c's are invalid",
        ],
        'unevaluatedItems with minContains = 0': ['all items evaluated by contains'],
        'unevaluatedItems can see annotations from if without then and else': ['valid in case if is evaluated'],
      },
      'unevaluatedProperties.json': {
        'unevaluatedProperties with if/then/else, then not defined': [
          'when if is true and has no unevaluated properties',
          'when if is false and has unevaluated properties',
        ],
        'unevaluatedProperties can see annotations from if without then and else': ['valid in case if is evaluated'],
      },
    },
  },
];

/** The suite is not ours to carry: the environment names a folder of it, with `draft2020-12` in it or in its `tests`. */
const suite = process.env['JSON_SCHEMA_TEST_SUITE'];
const folder = ['draft2020-12', 'tests/draft2020-12']
  .map((name) => join(suite ?? '', name))
  .find((path) => suite !== undefined && existsSync(path));
const reason =
  suite === undefined ? 'JSON_SCHEMA_TEST_SUITE names no folder' : 'JSON_SCHEMA_TEST_SUITE names a folder without draft2020-12';

if (folder === undefined) {
  test(`draft 2020-12: skipped, ${reason}`, () => {
    expect(folder).toBeUndefined();
  });
} else {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  test.each(files)('draft 2020-12, %s: exactly the listed cases are answered in another way', (file) => {
    const groups = JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly Group[];
    const names = groups.flatMap(({ description, tests }) => tests.map((one) => `${description} | ${one.description}`));
    expect(groups.flatMap(differing).sort()).toEqual(names.filter((name) => isListed(file, name)).sort());
    expect(listedOf(file).filter((name) => !names.some((known) => known === name || known.startsWith(`${name} | `)))).toEqual([]);
  });

  test('the suite is whole, and every listed file is in it', () => {
    expect(files.length).toBeGreaterThan(40);
    expect(DIFFERENT.flatMap(({ cases }) => Object.keys(cases)).filter((file) => !files.includes(file))).toEqual([]);
  });
}

/** Cases of a group whose answer is not the suite's. A tool's schema is an object, so that a boolean one is put into one. */
function differing({ description, schema, tests }: Group): readonly string[] {
  const validator = compileValidator(typeof schema === 'boolean' ? { allOf: [schema] } : schema);
  // As arguments come: parsed here, since ajv tells objects of another realm from its own.
  const fits = (data: unknown): boolean | 'throws' => settled(() => validator.check(JSON.parse(JSON.stringify(data))) === undefined);
  return tests.filter(({ data, valid }) => fits(data) !== valid).map((one) => `${description} | ${one.description}`);
}

function settled<T>(run: () => T): T | 'throws' {
  try {
    return run();
  } catch {
    return 'throws';
  }
}

/** What is listed of a file: whole groups, or cases of them. */
function listedOf(file: string): readonly string[] {
  const groups = DIFFERENT.flatMap(({ cases }) => Object.entries(cases[file] ?? {}));
  return groups.flatMap(([group, tests]) => (tests === 'all' ? [group] : tests.map((name) => `${group} | ${name}`)));
}

function isListed(file: string, name: string): boolean {
  return listedOf(file).some((listed) => listed === name || name.startsWith(`${listed} | `));
}
