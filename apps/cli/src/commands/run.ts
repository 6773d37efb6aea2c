import { randomUUID } from 'node:crypto';
import type { AgentFlags } from '../agent-flags.js';
import { withHarness, workingDirectory } from '../boot-harness.js';
import type { ExitCode } from '../exit-code.js';
import type { CommandIo } from '../io.js';
import { loadModel } from '../load/load-model.js';
import { readAgentFlags, runAgent } from '../run-agent.js';

/** `tackroom run "task"`: one agent run over the flags' tools and policy. */
export async function run(task: string, flags: AgentFlags, io: CommandIo): Promise<ExitCode> {
  const cwd = workingDirectory(flags, io);
  const read = await readAgentFlags(flags, cwd);
  const model = await loadModel(flags, { cwd, env: io.env, signal: io.signal });
  const sessionId = `cli_${randomUUID()}`;
  return withHarness(flags, io, (harness) =>
    runAgent({ harness, model, flags, io, sessionId, start: (agent, options) => agent.stream(task, { ...options, sessionId }) }, read),
  );
}
