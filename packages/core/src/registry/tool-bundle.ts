import { HarnessError, type Problem } from '../contracts/errors.js';
import type { JsonValue } from '../contracts/json.js';
import type { PermissionLevel } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { copyDefinition } from './copy-definition.js';
import { hideParameters } from './hide-parameters.js';
import { optionIdentity } from './option-identity.js';
import { checkNames, compileNames, unmatchedPatterns } from './tool-filter.js';
import { isRecord, shown } from './tool-problem.js';

/** Options that every bundle takes. */
export interface BundleOptions {
  /** Names or globs of the bundle's tools to register; absent means all, empty means none. */
  readonly include?: readonly string[];
  /** Names or globs of the bundle's tools to leave out. */
  readonly exclude?: readonly string[];
  /** Level of every tool of the bundle, over what each says itself. */
  readonly permission?: PermissionLevel;
  /** Whether its tools take the place of registered ones with the same names. */
  readonly replace?: boolean;
}

/** Built-in tools that belong together, configured and ready to register. */
export interface ToolBundle {
  readonly kind: 'bundle';
  readonly name: string;
  /** What is left after `include` and `exclude`. */
  readonly tools: readonly ToolDefinition[];
  readonly replace: boolean;
  /** The root its tools work in, when it names one; null means the host's file system. */
  readonly workspaceRoot?: string | null;
  /** What is wrong with its options; a registry refuses a bundle that has any. */
  readonly problems: readonly Problem[];
}

/** What a bundle factory says of its bundle. */
export interface BundleDeclaration {
  readonly name: string;
  /** All tools, made with the given options. */
  readonly tools: readonly ToolDefinition[];
  /** The options exactly as the user gave them. */
  readonly options?: object;
  /** The bundle's own options besides those of {@link BundleOptions} and those with a default. */
  readonly knownOptions?: readonly string[];
  /** Values of options that are not given. An option given as its default counts as not given. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** The model parameter, by option, that is taken from the model when the option is given. */
  readonly hides?: Readonly<Record<string, string>>;
  /** What each tool is called here, by its own name; those that are left out keep theirs. */
  readonly names?: Readonly<Record<string, string>>;
  readonly workspaceRoot?: string | null;
  /** What the factory itself found wrong. */
  readonly problems?: readonly Problem[];
}

const COMMON_OPTIONS: readonly (keyof BundleOptions)[] = ['include', 'exclude', 'permission', 'replace'];
const LEVELS: readonly unknown[] = ['allow', 'ask', 'deny'] satisfies PermissionLevel[];
const factoryMark = Symbol.for('@tackroom/core/bundle-factory@1');

/**
 * Makes a bundle: checks its options, hides the parameters that an option settles, applies the permission and keeps the
 * tools that are asked for. Never throws for what a user wrote: problems are collected in the bundle.
 */
export function defineBundle(declaration: BundleDeclaration): ToolBundle {
  const { name, defaults = {} } = declaration;
  const options = givenOptions(declaration.options, defaults);
  const problems: Problem[] = [...(declaration.problems ?? []), ...checkOptions(declaration, options)];
  const replace = options['replace'] === true;
  const result = { kind: 'bundle' as const, name, replace, problems };
  const root = declaration.workspaceRoot === undefined ? {} : { workspaceRoot: declaration.workspaceRoot };
  if (problems.length > 0) return Object.freeze({ ...result, ...root, tools: [] });
  const { include: _include, exclude: _exclude, replace: _replace, ...behaviour } = options;
  const origin = { kind: 'builtin' as const, bundle: name, options: optionIdentity(behaviour) };
  const permission = options['permission'] as PermissionLevel | undefined; // checked above
  const ownNames = new Map(Object.entries(declaration.names ?? {}).map(([own, given]) => [given, own]));
  const tools = selectTools(declaration.tools, options).map((tool) => {
    const id = { tool: ownNames.get(tool.name) ?? tool.name };
    const stamped = {
      ...(permission && { permission }),
      origin: tool.origin.kind === 'builtin' ? { ...tool.origin, ...id } : { ...origin, ...id },
    };
    return hideSettled(copyDefinition(tool, stamped, 'bundle-option'), declaration, options, problems);
  });
  return Object.freeze({ ...result, ...root, tools: Object.freeze(tools) });
}

/** Marks a bundle factory, so that giving it without calling it is told apart from giving a tool function. */
export function bundleFactory<F extends (...args: never[]) => ToolBundle>(name: string, factory: F): F {
  return Object.defineProperty(factory, factoryMark, { value: name });
}

/** The bundle's name when `value` is a factory that was not called. */
export function bundleFactoryName(value: unknown): string | undefined {
  if (typeof value !== 'function' || !Object.hasOwn(value, factoryMark)) return undefined;
  return String((value as unknown as Readonly<Record<symbol, unknown>>)[factoryMark]); // functions can be read by symbol
}

/** Whether `value` is a bundle, of any copy of this package. */
export function isToolBundle(value: unknown): value is ToolBundle {
  return (
    typeof value === 'object' && value !== null && (value as ToolBundle).kind === 'bundle' && Array.isArray((value as ToolBundle).tools)
  );
}

/** The options that say something else than the defaults do. */
function givenOptions(options: object | undefined, defaults: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const given = Object.entries(options ?? {}).filter(
    ([name, value]) => value !== undefined && !(Object.hasOwn(defaults, name) && Object.is(defaults[name], value)),
  );
  return Object.fromEntries(given);
}

function checkOptions(declaration: BundleDeclaration, options: Readonly<Record<string, unknown>>): readonly Problem[] {
  const { name } = declaration;
  const given: unknown = declaration.options;
  if (given !== undefined && !isRecord(given)) return [invalid(name, `is given ${shown(given)}; give an object with options`)];
  const known: readonly string[] = [...COMMON_OPTIONS, ...(declaration.knownOptions ?? []), ...Object.keys(declaration.defaults ?? {})];
  const problems = Object.keys(options)
    .filter((option) => !known.includes(option))
    .map((option) => invalid(`${name}.${option}`, `is not an option; the options are ${known.join(', ')}`));
  const names = declaration.tools.map((tool) => tool.name);
  for (const option of ['include', 'exclude'] as const) {
    const wrong = checkNames(options[option], `${name}.${option}`);
    problems.push(...wrong);
    if (wrong.length > 0) continue;
    const missing = unmatchedPatterns((options[option] ?? []) as readonly string[], names); // checked just before
    if (missing.length > 0)
      problems.push(invalid(`${name}.${option}`, `names no tool of this bundle with ${missing.join(', ')}; it has ${names.join(', ')}`));
  }
  const { permission, replace } = options;
  if (permission !== undefined && !LEVELS.includes(permission)) {
    problems.push(invalid(`${name}.permission`, `is ${shown(permission)}; write 'allow', 'ask' or 'deny'`));
  }
  if (replace !== undefined && typeof replace !== 'boolean')
    problems.push(invalid(`${name}.replace`, 'is not a boolean; write true or false'));
  return problems;
}

function selectTools(tools: readonly ToolDefinition[], options: BundleOptions): readonly ToolDefinition[] {
  const included = options.include && compileNames(options.include);
  const excluded = options.exclude && compileNames(options.exclude);
  return tools.filter(({ name }) => (included?.(name) ?? true) && !(excluded?.(name) ?? false));
}

/** Takes from the model every parameter that a given option settles. */
function hideSettled(
  tool: ToolDefinition,
  declaration: BundleDeclaration,
  options: Readonly<Record<string, unknown>>,
  problems: Problem[],
): ToolDefinition {
  let result = tool;
  for (const [option, parameter] of Object.entries(declaration.hides ?? {})) {
    const value = options[option];
    if (value === undefined || !Object.hasOwn(tool.inputSchema.properties ?? {}, parameter)) continue;
    try {
      result = hideParameters(result, { [parameter]: value as JsonValue }); // the parameter's schema decides
    } catch (error) {
      if (!HarnessError.is(error)) throw error;
      problems.push(invalid(`${declaration.name}.${option}`, `does not fit: ${error.message.replace(/\.$/, '')}`));
    }
  }
  return result;
}

function invalid(where: string, message: string): Problem {
  return { code: 'BUNDLE_OPTION_INVALID', where, message: `${message}.` };
}
