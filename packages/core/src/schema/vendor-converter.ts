import type { JsonSchema } from '../contracts/json.js';
import type { StandardSchema } from '../contracts/standard-schema.js';
import { projectModule } from './project-module.js';
import { valibotSchema } from './valibot-schema.js';
import { zod3Schema, type SchemaSide } from './zod-3-schema.js';

/** How schemas of one library that do not say their JSON Schema are converted. */
interface VendorConverter {
  /** The library as a message names it. */
  readonly library: string;
  /** Where the converter is; the user installs it. */
  readonly module: string;
  readonly packageName: string;
  readonly converts: (source: StandardSchema) => boolean;
  readonly convert: (converter: unknown, source: StandardSchema, side: SchemaSide) => JsonSchema;
}

/** A converted schema, or what to install so that it can be. */
type VendorAnswer = { readonly converted: JsonSchema } | { readonly missing: { readonly library: string; readonly packageName: string } };

const CONVERTERS: readonly VendorConverter[] = [
  {
    library: 'zod 3',
    module: 'zod-to-json-schema',
    packageName: 'zod-to-json-schema',
    converts: (source) => vendorOf(source) === 'zod' && !('_zod' in source) && '_def' in source,
    convert: zod3Schema,
  },
  {
    library: 'zod',
    module: 'zod/v4/core',
    packageName: 'zod',
    // Early versions of 4, and zod/mini of all, have the converter as a function of the package and not of the schema.
    converts: (source) => vendorOf(source) === 'zod' && '_zod' in source,
    convert: (core, source, side) =>
      (core as { toJSONSchema(of: unknown, options: object): JsonSchema }).toJSONSchema(source, { io: side }),
  },
  {
    library: 'Valibot',
    module: '@valibot/to-json-schema',
    packageName: '@valibot/to-json-schema',
    converts: (source) => vendorOf(source) === 'valibot',
    convert: valibotSchema,
  },
];

function vendorOf(source: StandardSchema): string {
  return source['~standard'].vendor;
}

/**
 * JSON Schema of a schema by its library's own converter package, loaded when the first such schema is met; undefined for
 * a library without one. Throws what the converter throws.
 */
export function convertByVendor(
  source: StandardSchema,
  side: SchemaSide,
  load: (module: string) => unknown = projectModule,
): VendorAnswer | undefined {
  const vendor = CONVERTERS.find(({ converts }) => converts(source));
  if (vendor === undefined) return undefined;
  const { library, packageName } = vendor;
  const converter = load(vendor.module);
  return converter === undefined ? { missing: { library, packageName } } : { converted: vendor.convert(converter, source, side) };
}
