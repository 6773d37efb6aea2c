/** The text of every call's arguments: four of them, as a model sends them. */
export const ARGUMENTS = JSON.stringify({ path: 'src/index.ts', offset: 10, limit: 200, mode: 'text' });

/** What the handler answers to {@link ARGUMENTS}. */
export const ANSWER = 'src/index.ts:10:200:text';

/** Text of the last reply of a scripted run. */
export const FINAL = 'done';

/** A fresh copy of the schema of every tool. */
export const schema = () => ({
  type: 'object',
  properties: {
    path: { type: 'string', minLength: 1, maxLength: 4096, description: 'File to read' },
    offset: { type: 'integer', minimum: 0, description: 'First line' },
    limit: { type: 'integer', minimum: 1, maximum: 10000, description: 'Number of lines' },
    mode: { type: 'string', enum: ['text', 'binary'], description: 'How to read' },
  },
  required: ['path', 'offset', 'limit', 'mode'],
  additionalProperties: false,
});

/** Counts handler calls, so that a cell can prove that its work was done. */
export const counter = { calls: 0 };

/** The handler of every tool, ours and the floor's. */
export async function handler({ path, offset, limit, mode }) {
  counter.calls++;
  return `${path}:${offset}:${limit}:${mode}`;
}

/** Name and description of tool number `index`. */
export const toolName = (index) => `tool_${index}`;
export const toolDescription = (index) => `Benchmark tool number ${index}: reads a range of lines from a file.`;

/**
 * A model without latency that makes `calls` calls in each of `turns` turns and then answers. It notes when each request
 * came and when its reply left: the time between a reply and the next request is the harness's own.
 */
export class Script {
  constructor({ turns, calls = 1, tools = 1 }) {
    Object.assign(this, { turns, calls, tools });
    this.came = new Float64Array(turns + 2);
    this.left = new Float64Array(turns + 2);
    this.turn = 0;
  }

  /** Starts over. */
  reset() {
    this.turn = 0;
  }

  /** The calls of the next turn; null when the final text is due. */
  next() {
    const turn = this.turn++;
    if (turn >= this.turns) return null;
    return Array.from({ length: this.calls }, (_, index) => ({
      id: `call_${turn}_${index}`,
      name: toolName((turn * 7 + index) % this.tools),
    }));
  }

  /** Microseconds between the reply to request `turn` and the next request. */
  stepUs(turn) {
    return (this.came[turn + 1] - this.left[turn]) * 1000;
  }
}

const USAGE = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};
const STOP = { unified: 'stop', raw: 'stop' };
const CALLS = { unified: 'tool-calls', raw: 'tool_calls' };

function reply(calls) {
  if (calls === null) return { content: [{ type: 'text', text: FINAL }], finishReason: STOP, usage: USAGE, warnings: [] };
  const content = calls.map(({ id, name }) => ({ type: 'tool-call', toolCallId: id, toolName: name, input: ARGUMENTS }));
  return { content, finishReason: CALLS, usage: USAGE, warnings: [] };
}

/** The script as an AI SDK model that only generates. */
export function generatingModel(script) {
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate() {
      script.came[script.turn] = performance.now();
      const turn = script.turn;
      const answer = reply(script.next());
      script.left[turn] = performance.now();
      return answer;
    },
  };
}

/** The stream parts of one reply. */
export function streamParts(calls) {
  const parts = [{ type: 'stream-start', warnings: [] }];
  if (calls === null) {
    parts.push({ type: 'text-start', id: '1' }, { type: 'text-delta', id: '1', delta: FINAL }, { type: 'text-end', id: '1' });
  } else {
    for (const { id, name } of calls) {
      parts.push({ type: 'tool-input-start', id, toolName: name }, { type: 'tool-input-delta', id, delta: ARGUMENTS });
      parts.push({ type: 'tool-input-end', id }, { type: 'tool-call', toolCallId: id, toolName: name, input: ARGUMENTS });
    }
  }
  parts.push({ type: 'finish', finishReason: calls === null ? STOP : CALLS, usage: USAGE });
  return parts;
}

/** A stream that gives `parts` one by one, on demand. */
export function streamOf(parts) {
  let index = 0;
  return new ReadableStream({
    pull(controller) {
      if (index < parts.length) controller.enqueue(parts[index++]);
      else controller.close();
    },
  });
}

/** The script as an AI SDK model that streams. */
export function streamingModel(script) {
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate() {
      throw new Error('this model only streams');
    },
    async doStream() {
      script.came[script.turn] = performance.now();
      const turn = script.turn;
      const parts = streamParts(script.next());
      script.left[turn] = performance.now();
      return { stream: streamOf(parts) };
    },
  };
}
