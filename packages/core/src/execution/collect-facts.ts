import type { JsonObject } from '../contracts/json.js';
import { NO_FACTS, type CallFacts, type CommandFact, type PathFact, type UrlFact } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import type { WorkspaceSession } from '../contracts/workspace.js';
import { joinPath } from '../permissions/match/path-glob.js';
import { pathFactFor } from '../permissions/path-fact.js';
import { startDirectories } from '../permissions/start-directory.js';
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
  const starts = startDirectories(definition);
  const collectCommands = commands.length === 0 ? undefined : commandCollector(commands, paths);
  return async (args, run) => {
    const { workspace } = run;
    const pathFacts: Record<string, PathFact> = {};
    for (const [name, value] of textsOf(args, paths)) pathFacts[name] = await pathFactFor(definition, value, workspace);
    for (const name of starts) {
      if (Object.hasOwn(args, name)) continue;
      // What a workspace cannot place is not there: rules are about the argument alone then.
      const fact = await pathFactFor(definition, '.', workspace);
      if (fact.normalized !== undefined) pathFacts[name] = fact;
    }
    const urlFacts: Record<string, UrlFact> = {};
    for (const [name, value] of textsOf(args, urls)) urlFacts[name] = urlFact(value);
    return {
      ...NO_FACTS,
      paths: pathFacts,
      urls: urlFacts,
      ...(collectCommands === undefined ? {} : { commands: await collectCommands(args, run) }),
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
function commandCollector(
  names: readonly string[],
  startsIn: readonly string[],
): (args: JsonObject, run: Pick<RunContext, 'workspace'>) => Promise<Readonly<Record<string, CommandFact>>> {
  const loading = loadShellReader();
  loading.catch(() => undefined); // the calls that wait for it report it
  return async (args, run) => {
    const read = await loading;
    const facts: Record<string, CommandFact> = {};
    for (const [at, raw] of textsOf(args, names)) {
      const line = read(raw);
      const places = line.places === undefined ? undefined : await placesOf(line.places, textsOf(args, startsIn), run);
      facts[at] = { raw, line, ...(places === undefined ? {} : { places }) };
    }
    return facts;
  };
}

/** What the workspace makes of paths that a line names, from the directory in which the call starts it; undefined if that is not clear. */
async function placesOf(
  paths: readonly string[],
  startsIn: readonly (readonly [string, string])[],
  { workspace }: Pick<RunContext, 'workspace'>,
): Promise<Readonly<Record<string, PathFact>> | undefined> {
  if (startsIn.length > 1) return undefined;
  const directory = startsIn[0]?.[1] ?? '';
  const facts: [string, PathFact][] = [];
  for (const path of paths) facts.push([path, await workspace.fact(path.startsWith('/') ? path : joinPath(directory, path))]);
  return Object.fromEntries(facts);
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
