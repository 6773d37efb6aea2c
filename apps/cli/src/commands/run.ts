import { randomUUID } from 'node:crypto';
import type { AgentFlags } from '../agent-flags.js';
import { withRecordedHarness } from '../boot-harness.js';
import type { ExitCode } from '../exit-code.js';
import { isTerminal, type CommandIo } from '../io.js';
import { askOperator } from '../operator/ask-operator.js';
import { operatorNotice } from '../operator/operator-notice.js';
import { readAgentFlags, runAgent } from '../run-agent.js';
import { chooseAgent } from '../settings/choose-agent.js';
import { makeAgent } from '../settings/make-agent.js';
import { keyed, stateKeeping } from '../state/state-keeping.js';
import { workingDirectory } from '../settings/settings.js';
import { withPerson } from '../terminal/with-person.js';

/** `tackroom run "task"`: one agent run over the tools and the policy of flags and configuration. */
export async function run(task: string, flags: AgentFlags, io: CommandIo): Promise<ExitCode> {
  const read = await readAgentFlags(flags, workingDirectory(flags, io));
  const sessionId = `cli_${randomUUID()}`;
  return withPerson(io, flags.json === true, (person) =>
    withRecordedHarness(flags, io, async (harness, settings) => {
      const place = { settings, flags, io, ask: askOperator({ io, person }), assumePerson: isTerminal(io) };
      const chosen = chooseAgent(settings.config, flags.agent);
      const keeping = await stateKeeping(chosen, settings, { flags, io });
      const made = await makeAgent(harness, keyed(chosen, keeping), place);
      if (made.assumed) io.stderr.write(`${operatorNotice(made.agent.tools.list(), 'answers')}\n`);
      const start: Parameters<typeof runAgent>[0]['start'] = (agent, options) => agent.stream(task, { ...options, sessionId });
      return runAgent({ harness, ...made, flags, io, person, sessionId, keeping, start }, read);
    }),
  );
}
