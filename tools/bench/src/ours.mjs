import { defineTool, HarnessModule } from 'tackroom';
import { counter, FINAL, handler, schema, toolDescription, toolName } from './workload.mjs';

/** Tool definitions with the shared workload. */
function ourTools(count) {
  return Array.from({ length: count }, (_, index) =>
    defineTool({ name: toolName(index), description: toolDescription(index), inputSchema: schema(), handler }),
  );
}

/** An audit sink that keeps the last records, as a governed harness would: the cost of auditing is part of every figure. */
class RingAudit {
  constructor(size = 256) {
    this.records = new Array(size);
    this.count = 0;
  }

  record(record) {
    this.records[this.count++ % this.records.length] = record;
  }
}

/** A harness over `count` tools, with permissions, deadlines and audit on. */
export function ourHarness(count) {
  return HarnessModule.create({ tools: ourTools(count), audit: new RingAudit() });
}

/** One fresh run per call, over the script's model; throws if the run did not do all its work. */
export async function ourRun(harness, script, model) {
  const agent = harness.createAgent({ name: 'bench', model, system: '', limits: { maxSteps: script.turns + 2 } });
  return async () => {
    script.reset();
    const before = counter.calls;
    const result = await agent.run('go');
    const done = counter.calls - before;
    if (result.text !== FINAL || done !== script.turns * script.calls) {
      throw new Error(`run gave ${JSON.stringify(result.text)} after ${done} calls: ${JSON.stringify(result.error ?? result.stopReason)}`);
    }
    return result.text;
  };
}
