import type { FunctionTool, JsonSchema, JsonValue, ToolSnapshot } from '@tackroom/core';
import type { ModelReply, ReplyCall } from '../model-reply.js';
import type { DialectCopy, SchemaDialect } from './schema-dialect.js';
import { undoCopy, type SchemaUndo } from './schema-undo.js';

/** A tool of a model request, as the AI SDK lists it. */
export interface SentTool extends FunctionTool {
  readonly strict?: boolean;
}

/** The tools of a snapshot as one provider takes them. */
export interface ToolCopies {
  /** The very same list as registered where the provider takes it unchanged. */
  readonly tools: readonly SentTool[];
  /** By tool; empty where the arguments are those of the registered schemas. */
  readonly undo: ReadonlyMap<string, SchemaUndo>;
}

const lists = new WeakMap<SchemaDialect, WeakMap<readonly FunctionTool[], ToolCopies>>();
/** Lists come and go with what is visible; the schemas in them stay. */
const copies = new WeakMap<SchemaDialect, WeakMap<JsonSchema, Copied>>();

interface Copied {
  readonly description: string;
  readonly copy: DialectCopy;
}

/** The copies of a list of tools, made once for each list and dialect. */
export function toolCopies(tools: readonly FunctionTool[], dialect: SchemaDialect): ToolCopies {
  const known = entryOf(lists, dialect);
  let made = known.get(tools);
  if (made === undefined) {
    made = makeCopies(tools, dialect);
    known.set(tools, made);
  }
  return made;
}

function makeCopies(tools: readonly FunctionTool[], dialect: SchemaDialect): ToolCopies {
  const undo = new Map<string, SchemaUndo>();
  const sent = tools.map((tool): SentTool => {
    const copy = copyOf(tool, dialect);
    const { description, inputSchema, strict } = copy;
    if (copy.undo !== undefined) undo.set(tool.name, copy.undo);
    if (strict === undefined && description === tool.description && inputSchema === tool.inputSchema) return tool;
    return Object.freeze({ ...tool, description, inputSchema, ...(strict === undefined ? {} : { strict }) });
  });
  return { tools: sent.every((tool, at) => tool === tools[at]) ? tools : Object.freeze(sent), undo };
}

function copyOf(tool: FunctionTool, dialect: SchemaDialect): DialectCopy {
  const known = entryOf(copies, dialect);
  const found = known.get(tool.inputSchema);
  if (found?.description === tool.description) return found.copy;
  const copy = dialect.copy(tool);
  known.set(tool.inputSchema, { description: tool.description, copy });
  return copy;
}

function entryOf<V extends object>(table: WeakMap<SchemaDialect, V>, dialect: SchemaDialect): V {
  let entry = table.get(dialect);
  if (entry === undefined) {
    entry = new WeakMap() as unknown as V; // both tables hold weak maps
    table.set(dialect, entry);
  }
  return entry;
}

/**
 * A reply whose calls say what the registered schemas know; the message that is kept says what the model wrote. The very
 * same reply where nothing differs.
 */
export function withoutDialect(reply: ModelReply, { undo }: ToolCopies, snapshot: ToolSnapshot): ModelReply {
  if (undo.size === 0 || reply.calls.length === 0) return reply;
  const calls = reply.calls.map((call) => undoCall(call, undo, snapshot));
  return calls.every((call, at) => call === reply.calls[at]) ? reply : { ...reply, calls };
}

function undoCall(call: ReplyCall, undos: ReadonlyMap<string, SchemaUndo>, snapshot: ToolSnapshot): ReplyCall {
  const resolved = snapshot.names.resolve(call.name);
  const undo = resolved.kind === 'unknown' ? undefined : undos.get(resolved.name);
  if (undo === undefined || call.damaged !== undefined) return call;
  const read = call.parsed ?? readArguments(call.args);
  const undone = read === undefined ? undefined : undoCopy(read, undo);
  if (undone === undefined || undone === read) return call;
  // Arguments that are read from the text, because they hold halves of characters, stay so.
  return { ...call, args: JSON.stringify(undone), parsed: call.parsed === undefined ? undefined : (undone as ReplyCall['parsed']) };
}

function readArguments(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined; // told to the model when the call is prepared
  }
}
