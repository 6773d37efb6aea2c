import { foreignTypeError } from './foreign-type-error.js';

/** What some libraries are told besides, so that a type that JSON has not is an error and not a schema that takes anything. */
export function libraryOptions(vendor: string): { readonly libraryOptions?: Record<string, unknown> } {
  const options = OPTIONS[vendor];
  return options === undefined ? {} : { libraryOptions: options };
}

const OPTIONS: Readonly<Record<string, Record<string, unknown>>> = {
  zod: {
    unrepresentable: ({ message, path }: { message: string; path: readonly PropertyKey[] }): never => {
      throw foreignTypeError(message, path);
    },
  },
  arktype: {
    fallback: {
      date: () => foreign('Date'),
      proto: ({ proto }: { proto: { readonly name: string } }) => foreign(proto.name),
      domain: ({ domain }: { domain: string }) => foreign(domain),
      // As a value it is the same as a field that is left out.
      unit: ({ unit }: { unit: unknown }) => (unit === undefined ? { not: {} } : foreign(typeof unit)),
    },
  },
};

function foreign(type: string): never {
  throw foreignTypeError(`${type} cannot be represented in JSON Schema`);
}
