import type { JsonObject, JsonValue } from '../contracts/json.js';
import type { CallFacts, PathFact } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { isArray } from '../registry/canonical-json.js';
import { joinPath, readPath } from './match/path-glob.js';
import { changesFiles } from './path-fact.js';
import { findProtected, namesOf } from './protected/find-protected.js';
import { holdsRepository } from './protected/repository-part.js';

/** The path parameters of a tool that may change files; empty for tools that only read. */
export function writtenParameters(tool: ToolDefinition): readonly string[] {
  return changesFiles(tool) ? Object.keys(tool.semantics).filter((name) => tool.semantics[name] === 'path') : [];
}

/** A protected path among the arguments of a call, or below one of them. */
export interface ProtectedPath {
  /** As it was written. */
  readonly path: string;
  /** What is protected is below it. */
  readonly below?: { readonly path: string } | 'repository' | 'unknown';
  /** It is protected for what it is part of, not for its name. */
  readonly partOf?: PathFact['obeyed'];
}

/**
 * The first protected path among these arguments. It is looked for in the text and in what the workspace and its links make
 * of it, whatever the case, and below it as far as facts tell.
 */
export function findProtectedPath(parameters: readonly string[], args: JsonObject, facts: CallFacts): ProtectedPath | undefined {
  for (const name of parameters) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    const found = value === undefined ? undefined : findInValue(value, name, facts);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findInValue(value: JsonValue, key: string, facts: CallFacts): ProtectedPath | undefined {
  if (typeof value === 'string') return findInPath(value, Object.hasOwn(facts.paths, key) ? facts.paths[key] : undefined);
  if (value === null || typeof value !== 'object' || !isArray(value)) return undefined;
  for (const [index, element] of value.entries()) {
    const found = findInValue(element, `${key}[${index}]`, facts);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findInPath(path: string, fact: PathFact | undefined): ProtectedPath | undefined {
  if (isAnyProtected(path, fact?.normalized ?? path, fact?.canonical ?? path)) return { path };
  if (fact?.obeyed !== undefined) return { path, partOf: fact.obeyed };
  const below = findBelow(path, fact);
  return below === undefined ? undefined : { path, below };
}

/** The name of what a directory is part of counts too: `tasks.json` is protected in a certain one. */
function findBelow(path: string, fact: PathFact | undefined): ProtectedPath['below'] {
  if (fact?.below === undefined) return undefined;
  const { below, normalized = path } = fact;
  const found = below.entries.find((entry) => isProtected(joinPath(normalized, entry)));
  if (found !== undefined) return { path: joinPath(path, found) };
  if (holdsRepository(below.entries)) return 'repository';
  return below.complete ? undefined : 'unknown';
}

/** Whether a path is protected by its text, or by what the workspace and its links make of it. */
export function isProtectedPath(path: string, fact: PathFact): boolean {
  return fact.obeyed !== undefined || isAnyProtected(path, fact.normalized ?? path, fact.canonical ?? path);
}

/** Three spellings of one path, which mostly are one text. */
function isAnyProtected(raw: string, normalized: string, canonical: string): boolean {
  if (isProtected(raw) || (normalized !== raw && isProtected(normalized))) return true;
  return canonical !== normalized && isProtected(canonical);
}

/** Whether this is the path of a protected file, by its spelling. */
function isProtected(path: string): boolean {
  return findProtected(namesOf(readPath(path).segments.join('/'))) !== undefined;
}
