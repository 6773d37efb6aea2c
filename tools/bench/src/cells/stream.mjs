import { collectGarbage, interleave } from '../measure.mjs';
import { ourHarness } from '../ours.mjs';
import { streamOf } from '../workload.mjs';

const DELTAS = 10_000;
const DELTA = 'lorem ips ';

function parts() {
  const finish = { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: { inputTokens: {}, outputTokens: {} } };
  const deltas = Array.from({ length: DELTAS }, () => ({ type: 'text-delta', id: '1', delta: DELTA }));
  return [{ type: 'stream-start', warnings: [] }, { type: 'text-start', id: '1' }, ...deltas, { type: 'text-end', id: '1' }, finish];
}

/** One text delta from the model to the consumer of a run's events, against reading it from the bare stream. */
export async function stream() {
  const all = parts();
  const model = {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'stream',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('this model only streams')),
    doStream: async () => ({ stream: streamOf(all) }),
  };
  const harness = await ourHarness(1);
  const agent = harness.createAgent({ name: 'bench', model, system: '' });
  const bare = async () => {
    collectGarbage();
    const start = performance.now();
    let chars = 0;
    const reader = streamOf(all).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) chars += part.value.delta?.length ?? 0;
    if (chars !== DELTAS * DELTA.length) throw new Error(`bare stream gave ${chars} characters`);
    return ((performance.now() - start) * 1000) / DELTAS;
  };
  const ours = async () => {
    collectGarbage();
    const start = performance.now();
    let chars = 0;
    for await (const event of agent.stream('go')) if (event.type === 'text-delta') chars += event.text.length;
    if (chars !== DELTAS * DELTA.length) throw new Error(`our stream gave ${chars} characters`);
    return ((performance.now() - start) * 1000) / DELTAS;
  };
  const [floor, total] = await interleave([bare, ours]);
  await harness.close();
  return { deltaUs: total - floor, totalUs: total, floor, ratio: total / floor, target: 0.7 };
}
