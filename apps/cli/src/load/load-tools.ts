import { register } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isToolBundle, isToolDefinition, isToolkit, type ToolListItem } from 'tackroom';
import { cliError } from '../cli-error.js';

let hooksRegistered = false;

/**
 * Imports a `--tools` file and takes every toolkit class, tool definition and bundle it exports, also from an exported
 * list. Throws `CLI_TOOLS_UNREADABLE` when the module cannot be loaded and `CLI_TOOLS_EMPTY` when it exports no tool.
 */
export async function loadTools(file: string, cwd: string): Promise<readonly ToolListItem[]> {
  const path = resolve(cwd, file);
  const exported = await importModule(path, file);
  const items = [...new Set(Object.values(exported).flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value])))].filter(
    isTool,
  );
  if (items.length > 0) return items;
  throw cliError('CLI_TOOLS_EMPTY', `${file} exports no tools. Export a class with @Tool methods, or what defineTool({ … }) returns.`);
}

async function importModule(path: string, file: string): Promise<Record<string, unknown>> {
  if (!hooksRegistered) {
    register(new URL('./loader-hooks.js', import.meta.url));
    hooksRegistered = true;
  }
  try {
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw cliError('CLI_TOOLS_UNREADABLE', `${file} cannot be loaded: ${reason}`, { cause: error });
  }
}

function isTool(value: unknown): value is ToolListItem {
  return isToolkit(value) || isToolDefinition(value) || isToolBundle(value);
}
