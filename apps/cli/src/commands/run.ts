import { resolve } from 'node:path';
import { bootHarness } from '../boot-harness.js';
import type { ExitCode } from '../exit-code.js';
import type { CommandIo } from '../io.js';
import { loadModel } from '../load/load-model.js';
import { parseJson } from '../parse-json.js';
import { runAgent, type AgentFlags } from '../run-agent.js';

/** `tackroom run "task"`: one agent run over the flags' tools and policy. */
export async function run(task: string, flags: AgentFlags, io: CommandIo): Promise<ExitCode> {
  const model = await loadModel(flags.model, resolve(io.cwd, flags.cwd ?? '.'), flags.transcript);
  const { harness, cwd } = await bootHarness(flags, io);
  try {
    const deps = flags.deps === undefined ? {} : { deps: parseJson(flags.deps, '--deps') };
    return await runAgent(harness, model, flags, { io, cwd }, (agent, options) => agent.stream(task, { ...options, ...deps }));
  } finally {
    await harness.close();
  }
}
