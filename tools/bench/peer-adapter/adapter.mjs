/**
 * Tackroom as a contestant of the side-by-side benchmark of agent frameworks: copy this folder to `peers/ours` there, with
 * TACKROOM pointing at this repository (built). The workload is the benchmark's own `lib/spec.mjs`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ARGS_JSON, DELTA, FINAL, handler, JSON_SCHEMA, toolDescription, toolName } from '../../lib/spec.mjs';

const root = process.env['TACKROOM'];
if (root === undefined) throw new Error('Set TACKROOM to the folder of a built Tackroom repository.');
const { defineTool, HarnessModule } = await import(pathToFileURL(join(root, 'packages/tackroom/dist/index.js')).href);

let variant;

/** Chooses a variant: `durable` is the only one, and not there yet. */
export function setVariant(name) {
  variant = name;
  if (variant !== undefined) throw new Error(`there is no variant ${variant}`);
}

/** Version that a result line carries. */
export const versions = () => ({ tackroom: JSON.parse(readFileSync(join(root, 'packages/tackroom/package.json'), 'utf8')).version });

/** `count` tools of the benchmark, as definitions. */
export function makeTools(count) {
  return Array.from({ length: count }, (_, index) =>
    defineTool({ name: toolName(index), description: toolDescription(index), inputSchema: JSON_SCHEMA(), handler }),
  );
}

class RingAudit {
  records = new Array(4096);
  count = 0;
  record(record) {
    this.records[this.count++ % this.records.length] = record;
  }
}

const boot = (tools) => HarnessModule.create({ tools, audit: new RingAudit() });

/** One governed call without a model. */
export async function makeDirect(tools) {
  const harness = await boot(tools);
  const call = { id: 'c', name: toolName(0), args: ARGS_JSON };
  return async () => (await harness.execute(call)).content;
}

/** Whether a wrong argument is refused before the handler. */
export async function directRejects() {
  const harness = await boot(makeTools(1));
  const result = await harness.execute({ name: toolName(0), args: { path: 1 } });
  return !result.success;
}

const USAGE = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };

/** A fresh run per call over the benchmark's script, by a model that only generates. */
export async function makeRun(tools, script, { turns }) {
  const model = {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate() {
      script.enter();
      const calls = script.next();
      const content =
        calls === null
          ? [{ type: 'text', text: FINAL }]
          : calls.map(({ id, name }) => ({ type: 'tool-call', toolCallId: id, toolName: name, input: ARGS_JSON }));
      const reason = calls === null ? 'stop' : 'tool-calls';
      const answer = { content, finishReason: { unified: reason, raw: reason }, usage: USAGE, warnings: [] };
      script.exit();
      return answer;
    },
  };
  const harness = await boot(tools);
  const agent = harness.createAgent({ name: 'bench', model, system: '', limits: { maxSteps: turns + 2 } });
  return async () => (await agent.run('go')).text;
}

/** A run whose model streams `count` deltas, as its consumer sees them. */
export async function makeStream(tools, script, count) {
  const model = {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'stream',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('this model only streams')),
    async doStream() {
      script.enter();
      let sent = -1;
      const stream = new ReadableStream({
        pull(controller) {
          if (sent < 0) controller.enqueue({ type: 'text-start', id: '1' });
          else if (sent < count) controller.enqueue({ type: 'text-delta', id: '1', delta: DELTA });
          else if (sent === count) controller.enqueue({ type: 'text-end', id: '1' });
          else {
            controller.enqueue({ type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: USAGE });
            script.exit();
            controller.close();
          }
          sent++;
        },
      });
      return { stream };
    },
  };
  const harness = await boot(tools);
  const agent = harness.createAgent({ name: 'bench', model, system: '' });
  return async () => {
    let chars = 0;
    let deltas = 0;
    for await (const event of agent.stream('go')) {
      if (event.type !== 'text-delta') continue;
      chars += event.text.length;
      deltas++;
    }
    return { chars, deltas };
  };
}
