import type { JsonObject } from '../contracts/json.js';
import { NO_FACTS, type CallFacts, type PathFact, type UrlFact } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import type { RunContext } from './run-context.js';

/**
 * Makes the step that learns what rules must know of a tool's arguments: canonical paths and normalised URLs. Undefined
 * for a tool without such parameters. A fact that cannot be had says so; collecting never fails a call.
 */
export function factCollector(definition: ToolDefinition): ((args: JsonObject, run: RunContext) => Promise<CallFacts>) | undefined {
  const paths = parametersWith(definition, 'path');
  const urls = parametersWith(definition, 'url');
  if (paths.length === 0 && urls.length === 0) return undefined;
  return async (args, run) => {
    const pathFacts: Record<string, PathFact> = {};
    for (const name of paths) {
      const value = args[name];
      if (typeof value === 'string') pathFacts[name] = await run.workspace.fact(value);
    }
    const urlFacts: Record<string, UrlFact> = {};
    for (const name of urls) {
      const value = args[name];
      if (typeof value === 'string') urlFacts[name] = urlFact(value);
    }
    return { ...NO_FACTS, paths: pathFacts, urls: urlFacts, caseInsensitivePaths: run.workspace.caseInsensitive };
  };
}

function parametersWith(definition: ToolDefinition, semantics: string): readonly string[] {
  return Object.entries(definition.semantics).flatMap(([name, kind]) => (kind === semantics ? [name] : []));
}

function urlFact(raw: string): UrlFact {
  if (!URL.canParse(raw)) return { raw, href: undefined, host: undefined };
  const url = new URL(raw);
  return { raw, href: url.href, host: url.hostname };
}
