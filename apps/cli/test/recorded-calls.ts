/** A tool call as a recording has it. */
export interface RecordedCall {
  readonly name: string;
  /** The text of its arguments. */
  readonly args: string;
}

/** The tool calls of a recorded stream, put together in the simplest way that its provider documents. */
export function recordedCalls(chunks: readonly string[]): readonly RecordedCall[] {
  const parsed = chunks.map((chunk) => JSON.parse(chunk) as RecordedChunk);
  return parsed.some(({ type }) => type !== undefined) ? eventCalls(parsed) : completionCalls(parsed);
}

interface RecordedChunk {
  readonly type?: string;
  readonly index?: number;
  readonly choices?: readonly { readonly delta?: { readonly tool_calls?: readonly RecordedDelta[] } }[];
  readonly content_block?: { readonly type: string; readonly name?: string };
  readonly delta?: { readonly type: string; readonly partial_json?: string };
  readonly item?: { readonly type: string; readonly name?: string; readonly arguments?: string; readonly input?: string };
}

interface RecordedDelta {
  readonly index?: number;
  readonly function?: { readonly name?: string; readonly arguments?: string };
}

/** Chat completions: pieces of a call share an index. */
function completionCalls(chunks: readonly RecordedChunk[]): readonly RecordedCall[] {
  const calls: { name: string; args: string }[] = [];
  for (const { choices = [] } of chunks) {
    for (const [at, piece] of (choices[0]?.delta?.tool_calls ?? []).entries()) {
      const call = (calls[piece.index ?? at] ??= { name: '', args: '' });
      call.name ||= piece.function?.name ?? '';
      call.args += piece.function?.arguments ?? '';
    }
  }
  return calls;
}

/** Messages: a block per call, its input in pieces. Responses: an item per call, whole when it is done. */
function eventCalls(chunks: readonly RecordedChunk[]): readonly RecordedCall[] {
  const calls: { name: string; args: string }[] = [];
  const blocks = new Map<number | undefined, { name: string; args: string }>();
  for (const { type, index, content_block: block, delta, item } of chunks) {
    if (type === 'content_block_start' && block?.type === 'tool_use') {
      const call = { name: block.name ?? '', args: '' };
      blocks.set(index, call);
      calls.push(call);
    }
    const open = blocks.get(index);
    if (type === 'content_block_delta' && open !== undefined) open.args += delta?.partial_json ?? '';
    if (type === 'response.output_item.done' && item?.name !== undefined)
      calls.push({ name: item.name, args: item.arguments ?? item.input ?? '' });
  }
  return calls;
}
