import { HarnessError, type Problem } from '../contracts/errors.js';
import type { Class } from '../contracts/token.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { isProblems } from '../schema/shape-source.js';
import { ALL_BUNDLES, BUNDLES_OF_ALL, bundleNameOf } from './bundle-names.js';
import { copyDefinition, type DefinitionOverrides } from './copy-definition.js';
import { missingSchema } from './reads-arguments.js';
import { scanTools } from './scan-tools.js';
import { withSignature } from './with-signature.js';
import type { SignatureIndex } from './signature-index.js';
import { definitionOfFunction } from './tool-function.js';
import { bundleFactoryName, defineBundle, isToolBundle, type ToolBundle } from './tool-bundle.js';

/** What a catalog needs from whoever composes it. Everything is optional; what is missing is named when it is needed. */
export interface ToolSources {
  /** Makes a toolkit. Without it a toolkit is made with `new` if its constructor takes nothing. */
  instantiate?(toolkit: Class): object;
  /** The bundle of that name with these options; undefined when there is none. Aliases and `'all'` are resolved before. */
  bundle?(name: string, options?: object): ToolBundle | undefined;
  /** The names that `bundle` knows. */
  readonly bundleNames?: readonly string[];
  /** The bundle of each built-in tool, by tool name. */
  readonly bundleOf?: ReadonlyMap<string, string>;
  /** Definitions of an item that only the composition root understands; undefined when it does not either. */
  expand?(item: unknown): readonly ToolDefinition[] | undefined;
  /** Whether a parameter whose type nobody describes is refused (the default) or left open. */
  readonly unknownTypes?: 'reject' | 'unconstrained';
  /** Toolkits that are made by something else than their constructor, which then is not looked at. */
  readonly provided?: ReadonlySet<unknown>;
  /** What compilers read from signatures. */
  readonly signatures?: SignatureIndex;
}

/** What one item of a list of tools stands for. */
export interface ExpandedItem {
  readonly definitions: readonly ToolDefinition[];
  readonly replace: boolean;
  readonly problems: readonly Problem[];
  /** What was thrown while a toolkit was made. */
  readonly cause?: unknown;
}

/** Something that stands for tools: a name, a definition, a bundle, a toolkit class, or a function with a schema. */
export type ToolItem = string | ToolDefinition | ToolBundle | Class | ((...args: never[]) => unknown);

/** Turns one item of a list of tools into definitions. Never throws for what a user wrote. */
export function expandItem(item: unknown, where: string, sources: ToolSources): ExpandedItem {
  const extra = sources.expand?.(item);
  if (extra !== undefined) return found(extra);
  if (typeof item === 'string') return expandName(item, {}, where, sources);
  if (isToolBundle(item)) return expandBundle(item, where);
  if (isDefinition(item)) return expandDefinition(item, where, sources);
  if (typeof item !== 'function') return refused(where, describeUnsupported(item));
  const factory = bundleFactoryName(item);
  if (factory !== undefined) return refused(where, `is the bundle factory ${factory}, not called; call it: ${factory}()`);
  return isClass(item) ? expandToolkit(item, where, sources) : expandFunction(item as (...args: never[]) => unknown, where, sources); // typeof said so
}

/** Turns a bundle or tool name and its options into definitions. */
export function expandName(name: string, options: object, where: string, sources: ToolSources): ExpandedItem {
  const bundleName = bundleNameOf(name);
  if (bundleName === ALL_BUNDLES) return expandAll(options, sources);
  const bundle = isBundleName(bundleName, sources) ? sources.bundle?.(bundleName, options) : undefined;
  if (bundle !== undefined) return expandBundle(bundle);
  const owner = sources.bundleOf?.get(name);
  if (owner === undefined) return { ...nothing, problems: [unknownName(name, where, sources)] };
  for (const option of ['include', 'exclude']) {
    if (Object.hasOwn(options, option)) return refused(where, `names the single tool ${name}; "${option}" is for bundles`);
  }
  const single = sources.bundle?.(owner, { ...options, include: [name] });
  return single === undefined ? { ...nothing, problems: [unknownName(name, where, sources)] } : expandBundle(single);
}

/** The definition with what a registration says over it, or the problems of that. */
export function changeItem(definition: ToolDefinition, changes: DefinitionOverrides): ExpandedItem {
  const isSaid = Object.values(changes).some((value) => value !== undefined);
  return isSaid ? attempt('options', () => [copyDefinition(definition, changes)]) : found([definition]);
}

const nothing: ExpandedItem = { definitions: [], replace: false, problems: [] };

function found(definitions: readonly ToolDefinition[]): ExpandedItem {
  return { ...nothing, definitions };
}

function refused(where: string, message: string): ExpandedItem {
  return { ...nothing, problems: [{ code: 'TOOL_ITEM_UNSUPPORTED', where, message: `${message}.` }] };
}

function attempt(where: string, make: () => readonly ToolDefinition[]): ExpandedItem {
  try {
    return found(make());
  } catch (error) {
    if (!HarnessError.is(error)) throw error;
    const problems = error.problems.length > 0 ? error.problems : [{ code: error.code, where, message: error.message }];
    return { ...nothing, problems, cause: error.cause };
  }
}

function expandBundle(bundle: ToolBundle, where?: string): ExpandedItem {
  const at = (problem: Problem): Problem => (where === undefined ? problem : { ...problem, where: `${where}, ${problem.where}` });
  return { definitions: bundle.tools, replace: bundle.replace, problems: bundle.problems.map(at) };
}

/** `'all'` takes the options that every bundle takes; a tool that two bundles share comes once. */
function expandAll(options: object, sources: ToolSources): ExpandedItem {
  const bundles = BUNDLES_OF_ALL.filter((name) => isBundleName(name, sources)).flatMap((name) => sources.bundle?.(name) ?? []);
  const tools = new Map<string, ToolDefinition>();
  for (const tool of bundles.flatMap((bundle) => bundle.tools)) if (!tools.has(tool.name)) tools.set(tool.name, tool);
  const problems = bundles.flatMap((bundle) => bundle.problems);
  return expandBundle(defineBundle({ name: ALL_BUNDLES, tools: [...tools.values()], options, problems }));
}

function isBundleName(name: string, sources: ToolSources): boolean {
  return sources.bundleNames === undefined || sources.bundleNames.includes(name);
}

function unknownName(name: string, where: string, sources: ToolSources): Problem {
  const bundles = [...(sources.bundleNames ?? []), ALL_BUNDLES].join(', ');
  const tools = [...(sources.bundleOf?.keys() ?? [])].sort().join(', ');
  const known = sources.bundleNames === undefined ? 'no bundles are available here' : `the bundles are ${bundles}`;
  const message = `"${name}" is neither a bundle nor a built-in tool; ${known}${tools === '' ? '' : `, the tools ${tools}`}.`;
  return { code: 'BUNDLE_UNKNOWN', where, message };
}

function expandToolkit(toolkit: Class, where: string, sources: ToolSources): ExpandedItem {
  const { unknownTypes, provided, signatures } = sources;
  const { toolkits, problems } = scanTools([toolkit], {
    ...(unknownTypes && { unknownTypes }),
    ...(provided && { provided }),
    ...(signatures && { signatures }),
  });
  if (problems.length > 0) return { ...nothing, problems };
  return attempt(where, () => toolkits.flatMap((scanned) => scanned.bind(instantiate(scanned.toolkit, sources))));
}

function instantiate(toolkit: Class, sources: ToolSources): object {
  try {
    if (sources.instantiate !== undefined) return sources.instantiate(toolkit);
    if (!takesDependencies(toolkit)) return new (toolkit as new () => object)(); // takes nothing, as was just asked
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new HarnessError('TOOLKIT_NOT_MADE', `The toolkit ${toolkit.name} could not be made: ${reason}`, { cause });
  }
  throw new HarnessError(
    'TOOLKIT_NOT_MADE',
    `The toolkit ${toolkit.name} takes dependencies; give it to HarnessModule.create, or define its tools over an instance.`,
  );
}

/** A class without a constructor of its own passes what it is given to its base, and its length does not say so. */
function takesDependencies(toolkit: Class): boolean {
  for (let at: unknown = toolkit; typeof at === 'function'; at = Object.getPrototypeOf(at)) if (at.length > 0) return true;
  return false;
}

/** A definition that gave no schema takes the one that a compiler read from its handler. */
function expandDefinition(definition: ToolDefinition, where: string, { signatures }: ToolSources): ExpandedItem {
  if (definition.sources['inputSchema'] !== undefined || definition.origin.kind !== 'user')
    return attempt(where, () => [copyDefinition(definition)]);
  const { signature, problems } = signatures?.ofTool(definition.name) ?? { signature: undefined, problems: [] };
  if (problems.length > 0) return { ...nothing, problems };
  const missing = signature === undefined ? missingSchema(definition.handler, `tool ${definition.name}`) : undefined;
  if (missing !== undefined) return { ...nothing, problems: [missing] };
  return attempt(where, () => [signature === undefined ? copyDefinition(definition) : withSignature(definition, signature)]);
}

function expandFunction(fn: (...args: never[]) => unknown, where: string, { signatures }: ToolSources): ExpandedItem {
  const made = definitionOfFunction(fn, where, signatures);
  return isProblems(made) ? { ...nothing, problems: made } : found([made]);
}

/** Classes as written, and constructor functions of code that was compiled for engines without them. */
function isClass(value: object): value is Class {
  if (/^class\b/.test(Function.prototype.toString.call(value))) return true;
  const prototype: unknown = (value as { readonly prototype?: unknown }).prototype; // arrow functions have none
  return typeof prototype === 'object' && prototype !== null && Object.getOwnPropertyNames(prototype).length > 1;
}

function isDefinition(item: unknown): item is ToolDefinition {
  if (typeof item !== 'object' || item === null) return false;
  const { name, handler, inputSchema } = item as Partial<ToolDefinition>; // read, then checked
  // The fingerprint is only looked for: reading it would compute it, for every tool at boot.
  return typeof name === 'string' && typeof handler === 'function' && 'fingerprint' in item && typeof inputSchema === 'object';
}

function describeUnsupported(item: unknown): string {
  const accepted = 'a name, a function with a schema, a toolkit class, a bundle or a definition';
  if (item === null || item === undefined) return `is ${String(item)}; give ${accepted}`;
  if (Array.isArray(item)) return 'is an array; spread it into the list with "..."';
  if (typeof item !== 'object') return `is a ${typeof item}; give ${accepted}`;
  if (typeof (item as { readonly then?: unknown }).then === 'function') return 'is a promise; await it first'; // any object may have it
  if ('handler' in item || 'execute' in item) return 'is a plain object; make it a tool with defineTool({ … })';
  return `is an object of ${item.constructor?.name ?? 'no class'}; give ${accepted}`;
}
