import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../contracts/json.js';
import { compilePattern, isOlderDraft } from './check-schema.js';
import { compareAsJson, comparesObjects } from './json-equality.js';

/** What one ajv instance is set to. */
export interface AjvSettings {
  /** Whether ajv refuses what it would have to ignore. */
  readonly strict: boolean;
  /** Whether it goes on after the first error and says what it saw. */
  readonly detailed: boolean;
  /** Whether it fills defaults into what it checks. */
  readonly fillsDefaults: boolean;
}

/** An instance keeps everything it ever compiled, so it is replaced after this many schemas. */
const MAX_SCHEMAS = 500;

const pool = new Map<number, { readonly ajv: Ajv; uses: number }>();

/**
 * The ajv to compile `schema` with; made on first use, since a first instance costs some 15 ms. Schemas that give
 * themselves names get an instance of their own, so that two that use one name never meet.
 */
export function ajvFor(schema: JsonSchema, settings: AjvSettings): Ajv {
  const text = JSON.stringify(schema);
  const isOlder = isOlderDraft(schema);
  const compares = comparesObjects(schema);
  if (NAMES_ITSELF.test(text)) return createAjv(settings, isOlder, compares);
  const key =
    (settings.strict ? 1 : 0) | (settings.detailed ? 2 : 0) | (isOlder ? 4 : 0) | (settings.fillsDefaults ? 8 : 0) | (compares ? 16 : 0);
  let entry = pool.get(key);
  if (entry === undefined || entry.uses >= MAX_SCHEMAS) pool.set(key, (entry = { ajv: createAjv(settings, isOlder, compares), uses: 0 }));
  entry.uses += 1;
  return entry.ajv;
}

const NAMES_ITSELF = /"\$(?:id|anchor|dynamicAnchor|recursiveAnchor)"/;
function createAjv({ strict, detailed, fillsDefaults }: AjvSettings, isOlder: boolean, compares: boolean): Ajv {
  const regExp = Object.assign((source: string): RegExp => compilePattern(source) ?? new RegExp(source, 'u'), { code: 'new RegExp' });
  const ajv = new (isOlder ? Ajv : Ajv2020)({
    strict,
    // Whoever's schema it is: infinity is no number that JSON can say.
    strictNumbers: true,
    // Types that a signature can say: optional elements of a tuple, and one of several types.
    strictTuples: false,
    allowUnionTypes: true,
    allErrors: detailed,
    verbose: detailed,
    useDefaults: fillsDefaults,
    // Schemas are checked at registration; `format` is an annotation in 2020-12.
    meta: false,
    validateSchema: false,
    validateFormats: false,
    logger: false,
    code: { regExp },
  });
  if (compares) compareAsJson(ajv);
  return ajv;
}
