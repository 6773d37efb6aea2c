import { randomUUID } from 'node:crypto';
import type { AgentFlags } from '../agent-flags.js';
import { withHarness } from '../boot-harness.js';
import type { ExitCode } from '../exit-code.js';
import type { CommandIo } from '../io.js';
import { readAgentFlags, runAgent } from '../run-agent.js';
import { chooseAgent } from '../settings/choose-agent.js';
import { makeAgent } from '../settings/make-agent.js';
import { workingDirectory } from '../settings/settings.js';

/** `tackroom run "task"`: one agent run over the tools and the policy of flags and configuration. */
export async function run(task: string, flags: AgentFlags, io: CommandIo): Promise<ExitCode> {
  const read = await readAgentFlags(flags, workingDirectory(flags, io));
  const sessionId = `cli_${randomUUID()}`;
  return withHarness(flags, io, async (harness, settings) => {
    const made = await makeAgent(harness, chooseAgent(settings.config, flags.agent), settings, { flags, io });
    return runAgent(
      { harness, ...made, flags, io, sessionId, start: (agent, options) => agent.stream(task, { ...options, sessionId }) },
      read,
    );
  });
}
