import { HarnessError, isToolBundle, isToolDefinition, isToolkit, ToolRegistry, type Provider, type ToolListItem } from 'tackroom';
import { CliError } from '../cli-error.js';
import { importModule } from './import-module.js';

/** What a `--tools` module brings. */
export interface LoadedTools {
  readonly items: readonly ToolListItem[];
  /** Its export `providers`: what the constructors of its toolkits ask for. */
  readonly providers: readonly Provider[];
}

/**
 * Imports a `--tools` file and takes every toolkit class, tool definition, described function and bundle it exports, also
 * from an exported list or from what a CommonJS module exports; and the list it exports as `providers`. `name` is where
 * the user wrote it, for messages. Throws `CLI_TOOLS_UNREADABLE` when the module cannot be loaded and `CLI_TOOLS_EMPTY` when
 * it exports no tool.
 */
export async function loadTools(path: string, name: string): Promise<LoadedTools> {
  const entries = Object.entries(await importModule(path, (reason, cause) => unreadable(name, reason, cause))).flatMap(exportedEntries);
  const items = [...new Set(entries.filter(([key]) => key !== PROVIDERS).flatMap(exportedValues))].filter(isTool);
  const providers = entries.flatMap(([key, value]) => (key === PROVIDERS ? (value as readonly Provider[]) : [])); // boot says of each what is wrong
  if (items.length > 0) return { items, providers: [...new Set(providers)] };
  throw new CliError('CLI_TOOLS_EMPTY', `${name} exports no tools. Export a class with @Tool methods, or what defineTool({ … }) returns.`);
}

function unreadable(name: string, reason: string, cause?: unknown): CliError {
  return new CliError('CLI_TOOLS_UNREADABLE', `${name} cannot be loaded: ${reason}.`, { cause });
}

/** The one export that holds no tools. */
const PROVIDERS = 'providers';

/** What a CommonJS module exports as one object, Node calls its default export. */
function exportedEntries(entry: readonly [string, unknown]): readonly (readonly [string, unknown])[] {
  const [name, value] = entry;
  const isObject = name === 'default' && typeof value === 'object' && value !== null && !Array.isArray(value) && !isTool(value);
  return isObject ? Object.entries(value) : [entry];
}

/** A list stands for its items. */
function exportedValues([, value]: readonly [string, unknown]): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function isTool(value: unknown): value is ToolListItem {
  return isToolkit(value) || isToolDefinition(value) || isToolBundle(value) || isToolFunction(value);
}

/** Whether `toolFunction` described it, rightly or not: only a registry can read that. */
function isToolFunction(value: unknown): value is (...args: never[]) => unknown {
  if (typeof value !== 'function' || /^class\b/.test(Function.prototype.toString.call(value))) return false;
  try {
    new ToolRegistry().register(value as (...args: never[]) => unknown); // no class, so it is called like any function
    return true;
  } catch (error) {
    if (!HarnessError.is(error)) throw error;
    return error.problems.some(({ code }) => code.startsWith('TOOL_') && code !== 'TOOL_FUNCTION_UNDESCRIBED');
  }
}
