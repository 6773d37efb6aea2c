import type { JsonObject } from '../contracts/json.js';
import { NO_FACTS, type CallFacts, type CommandFact, type PathFact, type UrlFact } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import type { WorkspaceSession } from '../contracts/workspace.js';
import { pathFactFor } from '../permissions/path-fact.js';
import { loadShellReader } from '../permissions/shell/load-shell-reader.js';
import { NO_WORKSPACE } from './inert-ports.js';
import type { RunContext } from './run-context.js';

/**
 * Makes the step that learns what rules must know of a tool's arguments: canonical paths, normalised URLs, parsed shell
 * lines. Undefined for a tool without such parameters. A fact that cannot be had says so; collecting never fails a call.
 */
export function factCollector(
  definition: ToolDefinition,
): ((args: JsonObject, run: Pick<RunContext, 'workspace'>) => Promise<CallFacts>) | undefined {
  const paths = parametersWith(definition, 'path');
  const urls = parametersWith(definition, 'url');
  const commands = parametersWith(definition, 'shell-command');
  if (paths.length === 0 && urls.length === 0 && commands.length === 0) return undefined;
  const collectCommands = commands.length === 0 ? undefined : commandCollector(commands);
  return async (args, run) => {
    const { workspace } = run;
    const pathFacts: Record<string, PathFact> = {};
    for (const [name, value] of textsOf(args, paths)) pathFacts[name] = await pathFactFor(definition, value, workspace);
    const urlFacts: Record<string, UrlFact> = {};
    for (const [name, value] of textsOf(args, urls)) urlFacts[name] = urlFact(value);
    return {
      ...NO_FACTS,
      paths: pathFacts,
      urls: urlFacts,
      ...(collectCommands === undefined ? {} : { commands: await collectCommands(args) }),
      caseInsensitivePaths: workspace.caseInsensitive,
      ...(workspace.root === null ? {} : { workspaceRoot: workspace.root }),
    };
  };
}

/** What rules must know of the arguments of one call, as the pipeline learns it: for whoever decides by rules of their own. */
export async function callFacts(
  definition: ToolDefinition,
  args: JsonObject,
  workspace: WorkspaceSession = NO_WORKSPACE,
): Promise<CallFacts> {
  return (await factCollector(definition)?.(args, { workspace })) ?? NO_FACTS;
}

/** The parser is loaded when such a tool is first made ready, so that its first call need not wait for it. */
function commandCollector(names: readonly string[]): (args: JsonObject) => Promise<Readonly<Record<string, CommandFact>>> {
  const loading = loadShellReader();
  loading.catch(() => undefined); // the calls that wait for it report it
  return async (args) => {
    const read = await loading;
    return Object.fromEntries(textsOf(args, names).map(([at, raw]) => [at, { raw, line: read(raw) }]));
  };
}

/** Text arguments by name, and those inside lists by `name[index]`. */
function textsOf(args: JsonObject, names: readonly string[]): readonly (readonly [string, string])[] {
  return names.flatMap((name) => {
    const value = args[name];
    const named = Array.isArray(value) ? value.map((item, index) => [`${name}[${index}]`, item] as const) : [[name, value] as const];
    return named.flatMap(([at, text]) => (typeof text === 'string' ? [[at, text] as const] : []));
  });
}

function parametersWith(definition: ToolDefinition, semantics: string): readonly string[] {
  return Object.entries(definition.semantics).flatMap(([name, kind]) => (kind === semantics ? [name] : []));
}

function urlFact(raw: string): UrlFact {
  if (!URL.canParse(raw)) return { raw, href: undefined, host: undefined };
  const url = new URL(raw);
  return { raw, href: url.href, host: url.hostname };
}
