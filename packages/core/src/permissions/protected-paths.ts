import type { JsonObject, JsonValue } from '../contracts/json.js';
import type { CallFacts, PathFact } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { isArray } from '../registry/canonical-json.js';
import { compilePathGlob, foldCase, joinPath, readPath } from './match/path-glob.js';

/**
 * Files whose change runs code later or loosens a policy, at any depth: version control and its hooks, environment
 * files, our own policy, locks and records, and tasks that editors and containers start by themselves.
 */
const PROTECTED = [
  '**/.git/**',
  // How Windows also calls the first name that begins so.
  '**/git~1/**',
  '**/.husky/**',
  '**/.env*',
  '**/tackroom.config.*',
  '**/tackroom.tools.lock.json',
  '**/.tackroom/**',
  '**/.mcp.json',
  '**/.vscode/{tasks,launch,settings,mcp}.json',
  '**/*.code-workspace',
  '**/.idea/workspace.xml',
  '**/.idea/runConfigurations/**',
  '**/.zed/tasks.json',
  '**/.nvim.lua',
  '**/.exrc',
  '**/.devcontainer/**',
  '**/.devcontainer.json',
];

/** Every protected name holds one of these; most paths are passed after this one look. */
const SUSPECT = /(?:^|\/)(?:\.|git~1|tackroom\.)|\.code-workspace/iu;

const IS_ASCII = /^[ -~]*$/;

const globs = PROTECTED.flatMap(alternatives).map((pattern) => compilePathGlob(pattern.split('/'), 'restrict', foldCase));

/** The path parameters of a tool that may change files; empty for tools that only read. */
export function writtenParameters(tool: ToolDefinition): readonly string[] {
  const writes = tool.category === 'write' || tool.category === 'execute' || (tool.category !== 'read' && tool.riskLevel !== 'low');
  return writes ? Object.keys(tool.semantics).filter((name) => tool.semantics[name] === 'path') : [];
}

/** A protected path among the arguments of a call, or below one of them. */
export interface ProtectedPath {
  /** As it was written. */
  readonly path: string;
  /** What is protected is below it. */
  readonly below?: { readonly path: string } | 'unknown';
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
  if (typeof value === 'string') {
    const fact = Object.hasOwn(facts.paths, key) ? facts.paths[key] : undefined;
    if (isAnyProtected(value, fact?.normalized ?? value, fact?.canonical ?? value)) return { path: value };
    const below = findBelow(value, fact);
    return below === undefined ? undefined : { path: value, below };
  }
  if (value === null || typeof value !== 'object' || !isArray(value)) return undefined;
  for (const [index, element] of value.entries()) {
    const found = findInValue(element, `${key}[${index}]`, facts);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The name of what a directory is part of counts too: `tasks.json` is protected in a certain one. */
function findBelow(path: string, fact: PathFact | undefined): ProtectedPath['below'] {
  if (fact?.below === undefined) return undefined;
  const { below, normalized = path } = fact;
  const found = below.entries.find((entry) => isProtected(joinPath(normalized, entry)));
  if (found !== undefined) return { path: joinPath(path, found) };
  return below.complete ? undefined : 'unknown';
}

/** Three spellings of one path, which mostly are one text. */
function isAnyProtected(raw: string, normalized: string, canonical: string): boolean {
  if (isProtected(raw) || (normalized !== raw && isProtected(normalized))) return true;
  return canonical !== normalized && isProtected(canonical);
}

/** Whether this is the path of a protected file, by its spelling, whatever the case. */
function isProtected(path: string): boolean {
  // HFS+ finds ".git" also with a zero-width joiner in it.
  const seen = IS_ASCII.test(path) ? path : path.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  if (!SUSPECT.test(seen)) return false;
  const { segments } = readPath(seen);
  return globs.some(({ matches }) => matches(segments));
}

/** One pattern for each name in braces. */
function alternatives(pattern: string): readonly string[] {
  const [before = '', names, after = ''] = pattern.split(/[{}]/);
  return names === undefined ? [pattern] : names.split(',').map((name) => `${before}${name}${after}`);
}
