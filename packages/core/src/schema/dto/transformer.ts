import { createRequire } from 'node:module';
import type { Class } from '../../contracts/token.js';

/** What class-transformer knows of one property. */
export interface PropertyType {
  /** What `@Type(() => X)` names. */
  readonly type: unknown;
  /** Whether the class depends on what a value says of itself. */
  readonly hasDiscriminator: boolean;
}

/** The parts of class-transformer that DTO classes need. */
export interface Transformer {
  /** What `@Type` says of a property; undefined when it says nothing. */
  typeOf(owner: Class, property: string): PropertyType | undefined;
  /** Whether `@Transform` changes what comes in. */
  isTransformed(owner: Class, property: string): boolean;
  /** Why a property does not come in under its own name: `@Expose({ name })`, `@Exclude`. */
  renamedBy(owner: Class, property: string): string | undefined;
  /** Properties that the class or one it extends speaks of. */
  propertiesOf(owner: Class): readonly string[];
  /** An instance with the values of a plain object, nested ones included. */
  make(owner: Class, plain: unknown): unknown;
}

interface StoredType {
  readonly typeFunction?: () => unknown;
  readonly reflectedType?: unknown;
  readonly options?: { readonly discriminator?: unknown };
}

interface TransformStorage {
  readonly _typeMetadatas?: ReadonlyMap<Class, ReadonlyMap<string, unknown>>;
  findTypeMetadata(target: Class, property: string): StoredType | undefined;
  findTransformMetadatas(target: Class, property: string, direction: number): readonly unknown[];
  findExposeMetadata(target: Class, property: string): { readonly options?: { readonly name?: string } } | undefined;
  findExcludeMetadata(target: Class, property: string | undefined): { readonly options?: { readonly toPlainOnly?: boolean } } | undefined;
  getExposedMetadatas(target: Class): readonly { readonly propertyName: string }[];
}

interface TransformModule {
  plainToInstance(type: Class, plain: unknown): unknown;
}

/** class-transformer's number for "plain object to instance". */
const PLAIN_TO_CLASS = 0;

/**
 * class-transformer, or undefined where it is not installed. It is loaded for the first DTO class that is scanned, and at
 * once: definitions are made synchronously. What its decorators said is only in its file `cjs/storage.js`.
 */
export function loadTransformer(load: NodeJS.Require = createRequire(import.meta.url)): Transformer | undefined {
  try {
    const { plainToInstance } = load('class-transformer') as TransformModule;
    const { defaultMetadataStorage } = load('class-transformer/cjs/storage.js') as { readonly defaultMetadataStorage: TransformStorage };
    return transformerOf(defaultMetadataStorage, plainToInstance);
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function transformerOf(storage: TransformStorage, plainToInstance: TransformModule['plainToInstance']): Transformer {
  return {
    typeOf(owner, property) {
      const stored = storage.findTypeMetadata(owner, property);
      if (stored === undefined) return undefined;
      return { type: stored.typeFunction?.() ?? stored.reflectedType, hasDiscriminator: stored.options?.discriminator !== undefined };
    },
    isTransformed: (owner, property) => storage.findTransformMetadatas(owner, property, PLAIN_TO_CLASS).length > 0,
    renamedBy(owner, property) {
      const excluded = storage.findExcludeMetadata(owner, property) ?? storage.findExcludeMetadata(owner, undefined);
      if (excluded !== undefined && excluded.options?.toPlainOnly !== true) return '@Exclude()';
      const name = storage.findExposeMetadata(owner, property)?.options?.name;
      return name === undefined || name === property ? undefined : `@Expose({ name: '${name}' })`;
    },
    propertiesOf: (owner) => [
      ...(storage._typeMetadatas?.get(owner)?.keys() ?? []),
      ...storage.getExposedMetadatas(owner).map(({ propertyName }) => propertyName),
    ],
    make: (owner, plain) => plainToInstance(owner, plain),
  };
}
