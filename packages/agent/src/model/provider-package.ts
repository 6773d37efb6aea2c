import { HarnessError } from '@tackroom/core';

/** How an optional package is imported; the default imports it as this package sees it. */
export type ImportPackage = (name: string) => Promise<unknown>;

/** A package, and its export that makes a provider. */
export interface ProviderExport {
  readonly package: string;
  readonly factory: string;
}

/** Makes models by name. */
export type MakeModel = (model: string) => unknown;

/** Who needs a package, and how it is looked for. */
export interface ProviderNeed {
  readonly shown: string;
  readonly importPackage?: ImportPackage | undefined;
  /** A variable that is needed as well and not set: who lacks both learns it at once. */
  readonly alsoMissing?: string | undefined;
}

/**
 * A provider of an optional package, made with these settings. Throws `MODEL_PACKAGE_MISSING`, which has the command that
 * installs or updates it, and names a variable that is missing too.
 */
export async function makeProvider(
  from: ProviderExport,
  settings: Readonly<Record<string, unknown>>,
  { shown, importPackage = importOptional, alsoMissing }: ProviderNeed,
): Promise<MakeModel> {
  const isAlone = alsoMissing === undefined;
  let loaded: unknown;
  try {
    loaded = await importPackage(from.package);
  } catch (cause) {
    const state = isAbsent(cause, from.package) ? 'is not installed' : `cannot be loaded (${firstLine(cause)})`;
    const rest = isAlone ? '. Install it' : `, and the variable ${alsoMissing}, which is not set. Set it, and install the package`;
    throw missing(`${shown} needs the package ${from.package}, which ${state}${rest}: npm install ${from.package}`, cause);
  }
  const make = (loaded as Readonly<Record<string, unknown>> | undefined)?.[from.factory];
  if (typeof make === 'function') return (make as (settings: object) => MakeModel)(settings);
  const also = isAlone ? '' : `, and the variable ${alsoMissing} is not set`;
  throw missing(`${from.package} is installed but has no export ${from.factory}${also}. Update it: npm install ${from.package}@latest`);
}

function importOptional(name: string): Promise<unknown> {
  return import(name);
}

/** A package that is there and lacks one of its own fails with the same code. */
function isAbsent(error: unknown, name: string): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') && String(message).includes(`'${name}'`);
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n', 1)[0] ?? '').replace(/\.$/, '');
}

function missing(message: string, cause?: unknown): HarnessError {
  return new HarnessError('MODEL_PACKAGE_MISSING', message, cause === undefined ? {} : { cause });
}
