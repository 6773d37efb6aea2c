import type { ArtifactStore } from '../contracts/artifacts.js';
import { HarnessError } from '../contracts/errors.js';
import type { Content, ContentBlock } from '../contracts/content.js';
import type { JsonValue } from '../contracts/json.js';
import { boundText } from './bound-text.js';
import { isContentBlocks, soundBlock } from './content-blocks.js';
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
  if (isContentBlocks(value)) return fit({ output: undefined, content: value.map(soundBlock), metadata: undefined }, options);
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

function renderStructured(
  value: { output: unknown; content?: unknown; metadata?: unknown },
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
  if (isContentBlocks(content)) return content.map(soundBlock);
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
  const bounded = boundText(
    content,
    options.maxChars,
    (omitted) => `[${omitted} of ${content.length} characters left out here. Read them with read_tool_result, id "${artifactId}".]`,
  );
  const output = typeof result.output === 'string' ? bounded.text : result.output;
  return { output, content: bounded.text, metadata: result.metadata, artifactId, truncated: true };
}

/** Text blocks share the bound; other blocks are bounded one by one when they are checked. */
function fitBlocks(result: Unbounded, blocks: readonly ContentBlock[], options: RenderOptions): RenderedResult {
  let left = options.maxChars;
  let truncated = false;
  const content = blocks.map((block): ContentBlock => {
    if (block.type !== 'text') return block;
    const bounded = boundText(block.text, Math.max(left, 0), (omitted) => `[${omitted} characters left out.]`);
    left -= block.text.length;
    truncated ||= bounded.omitted > 0;
    return truncated ? { type: 'text', text: bounded.text } : block;
  });
  return { output: result.output, content, metadata: result.metadata, artifactId: undefined, truncated };
}
