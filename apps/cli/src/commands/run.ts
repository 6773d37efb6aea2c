import { randomUUID } from 'node:crypto';
import type { AgentFlags } from '../agent-flags.js';
import { withHarness, workingDirectory } from '../boot-harness.js';
import type { ExitCode } from '../exit-code.js';
import type { CommandIo } from '../io.js';
import { chooseModel } from '../load/choose-model.js';
import { readAgentFlags, runAgent } from '../run-agent.js';
import { withPerson } from '../terminal/with-person.js';

/** `tackroom run "task"`: one agent run over the flags' tools and policy. */
export async function run(task: string, flags: AgentFlags, io: CommandIo): Promise<ExitCode> {
  const cwd = workingDirectory(flags, io);
  const read = await readAgentFlags(flags, cwd);
  const sessionId = `cli_${randomUUID()}`;
  return withPerson(io, async (person) => {
    const model = await chooseModel(flags, { cwd, io, person });
    return withHarness(flags, io, (harness) =>
      runAgent(
        { harness, model, flags, io, person, sessionId, start: (agent, options) => agent.stream(task, { ...options, sessionId }) },
        read,
      ),
    );
  });
}
