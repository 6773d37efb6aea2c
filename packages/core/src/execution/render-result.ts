import type { ArtifactStore } from '../contracts/artifacts.js';
import { HarnessError } from '../contracts/errors.js';
import type { Content, ContentBlock } from '../contracts/content.js';
import type { JsonValue } from '../contracts/json.js';
import { boundText } from './bound-text.js';
import { isContentBlocks, soundBlocks } from './content-blocks.js';
import { toJson } from './to-json.js';

/** A handler's value as structured output and as what the model sees. */
export interface RenderedResult {
  readonly output: JsonValue | undefined;
  readonly content: Content;
  readonly metadata: Readonly<Record<string, JsonValue>> | undefined;
  readonly artifactId: string | undefined;
  readonly truncated: boolean;
}

/** Where and how far a result is rendered. */
export interface RenderOptions {
  readonly runId: string;
  readonly artifacts: ArtifactStore;
  /** Bound on the text, in UTF-16 code units; `Infinity` for tools that bound their own pages. */
  readonly maxChars: number;
}

/** Renders what a handler returned. Synchronous unless a cut text has to be kept in an asynchronous store. */
export function renderResult(value: unknown, options: RenderOptions): RenderedResult | Promise<RenderedResult> {
  if (typeof value === 'string') {
    const text = value.isWellFormed() ? value : value.toWellFormed();
    return fit({ output: text, content: text, metadata: undefined }, options);
  }
  if (value === undefined) return { output: undefined, content: 'Done.', metadata: undefined, artifactId: undefined, truncated: false };
  if (isContentBlocks(value)) return fit({ output: undefined, content: soundBlocks(value), metadata: undefined }, options);
  if (isStructuredReturn(value)) return renderStructured(value, options);
  const output = toJson(value);
  return fit({ output, content: textOf(output), metadata: undefined }, options);
}

interface Unbounded {
  readonly output: JsonValue | undefined;
  readonly content: Content;
  readonly metadata: Readonly<Record<string, JsonValue>> | undefined;
}

const STRUCTURED_KEYS = new Set(['output', 'content', 'metadata']);

function isStructuredReturn(value: unknown): value is { output: unknown; content?: unknown; metadata?: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 1 && Object.hasOwn(value, 'output') && keys.every((key) => STRUCTURED_KEYS.has(key));
}

/** Renders output, text and metadata that were given apart. */
export function renderStructured(
  value: { readonly output?: unknown; readonly content?: unknown; readonly metadata?: unknown },
  options: RenderOptions,
): RenderedResult | Promise<RenderedResult> {
  const output = toJson(value.output);
  const metadata = toJson(value.metadata);
  return fit(
    {
      output,
      content: contentOf(value.content, output),
      metadata:
        typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
          ? (metadata as Readonly<Record<string, JsonValue>>)
          : undefined,
    },
    options,
  );
}

function contentOf(content: unknown, output: JsonValue | undefined): Content {
  if (typeof content === 'string') return content.toWellFormed();
  if (isContentBlocks(content)) return soundBlocks(content);
  return textOf(content === undefined ? output : toJson(content));
}

function textOf(output: JsonValue | undefined): string {
  if (output === undefined) return 'Done.';
  return typeof output === 'string' ? output : JSON.stringify(output);
}

function fit(result: Unbounded, options: RenderOptions): RenderedResult | Promise<RenderedResult> {
  const { content } = result;
  if (typeof content !== 'string') return fitBlocks(result, content, options);
  if (content.length <= options.maxChars) {
    return {
      output: result.output,
      content: content === '' ? '(no output)' : content,
      metadata: result.metadata,
      artifactId: undefined,
      truncated: false,
    };
  }
  const kept = spill(content, options);
  return kept instanceof Promise ? kept.then((id) => cut(result, content, id, options)) : cut(result, content, kept, options);
}

/** Keeps the whole text. A store that fails is `RUN_STORAGE`: a result must not be cut and lost. */
function spill(text: string, { artifacts, runId }: RenderOptions): string | Promise<string> {
  const failed = (cause: unknown): never => {
    throw new HarnessError('RUN_STORAGE', 'The artifact store failed; the run cannot go on.', { cause });
  };
  try {
    const kept = artifacts.put(text, { runId, mediaType: 'text/plain' });
    return typeof kept === 'string' ? kept : Promise.resolve(kept).catch(failed);
  } catch (cause) {
    return failed(cause);
  }
}

function cut(result: Unbounded, content: string, artifactId: string, options: RenderOptions): RenderedResult {
  const bounded = boundText(content, options.maxChars, (omitted) => cutNotice(omitted, content.length, artifactId));
  const output = typeof result.output === 'string' ? bounded.text : result.output;
  return { output, content: bounded.text, metadata: result.metadata, artifactId, truncated: true };
}

function cutNotice(omitted: number, total: number, artifactId: string): string {
  return `[${omitted} of ${total} characters left out here. Read them with read_tool_result, id "${artifactId}".]`;
}

/** Text blocks share the bound, and are kept as one text when they are cut; other blocks stay. */
function fitBlocks(result: Unbounded, blocks: readonly ContentBlock[], options: RenderOptions): RenderedResult | Promise<RenderedResult> {
  const { output, metadata } = result;
  const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
  if (text.length <= options.maxChars) return { output, content: blocks, metadata, artifactId: undefined, truncated: false };
  const cutAs = (artifactId: string): RenderedResult => {
    const content = cutBlocks(blocks, options.maxChars, (omitted) => cutNotice(omitted, text.length, artifactId));
    return { output, content, metadata, artifactId, truncated: true };
  };
  const kept = spill(text, options);
  return kept instanceof Promise ? kept.then(cutAs) : cutAs(kept);
}

/** The first text that does not fit is cut, and the texts after it are left out. */
function cutBlocks(blocks: readonly ContentBlock[], max: number, notice: (omitted: number) => string): readonly ContentBlock[] {
  let left = max;
  let after = blocks.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);
  return blocks.flatMap((block): readonly ContentBlock[] => {
    if (block.type !== 'text') return [block];
    if (left < 0) return [];
    after -= block.text.length;
    const { text } = boundText(block.text, left, (omitted) => notice(omitted + after));
    left = block.text.length > left ? -1 : left - block.text.length;
    return [{ type: 'text', text }];
  });
}
