import type { JsonObject, JsonValue, ToolInspection } from 'tackroom';
import { CliError } from '../cli-error.js';
import { parseJsonObject } from '../parse-json.js';

/** What is held of each tool: all that a model sees of it, and what people judge it by. */
const FIELDS = ['title', 'description', 'category', 'riskLevel', 'replayPolicy', 'inputSchema', 'outputSchema', 'fingerprint'] as const;

/** Tools by name, as a lock file holds them. */
export type LockedTools = ReadonlyMap<string, JsonObject>;

const VERSION = 1;

/** What a lock file holds of these tools. */
export function lockTools(tools: readonly ToolInspection[]): LockedTools {
  const entries = tools.map((tool) => {
    const fields = FIELDS.flatMap((field) => (tool[field] === undefined ? [] : [[field, tool[field] as JsonValue] as const])); // an inspection is JSON
    return [tool.name, Object.fromEntries(fields)] as const;
  });
  return new Map(entries);
}

/** The text of a lock file: tools by name and keys in order, so that a change shows as the lines that changed. */
export function formatLock(tools: LockedTools): string {
  return `${JSON.stringify({ version: VERSION, tools: Object.fromEntries(tools) }, inOrder, 2)}\n`;
}

function inOrder(_key: string, value: JsonValue): JsonValue {
  return isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}

/** The tools of a lock file. Throws `CLI_JSON_INVALID`, or `CLI_LOCK_INVALID` for JSON that is none. */
export function parseLock(text: string, name: string): LockedTools {
  const { version, tools } = parseJsonObject(text, `The lock file ${name}`);
  if (version !== VERSION) throw invalid(name, `its version is ${JSON.stringify(version)}, and this command writes ${VERSION}`);
  if (!isObject(tools)) throw invalid(name, 'it has no tools');
  const entries = Object.entries(tools).map(([tool, entry]) => {
    if (!isObject(entry)) throw invalid(name, `the entry of ${tool} is no object`);
    return [tool, entry] as const;
  });
  return new Map(entries);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(name: string, reason: string): CliError {
  return new CliError('CLI_LOCK_INVALID', `The lock file ${name} cannot be used: ${reason}. Write it anew: tackroom tools lock`);
}
