import { resolve } from 'node:path';
import type { RunState } from 'tackroom';
import { bootHarness } from '../boot-harness.js';
import { cliError } from '../cli-error.js';
import type { DecisionFlag } from '../decision-flags.js';
import type { ExitCode } from '../exit-code.js';
import type { CommandIo } from '../io.js';
import { loadModel } from '../load/load-model.js';
import { parseJson } from '../parse-json.js';
import { runAgent, type AgentFlags } from '../run-agent.js';
import { claimState, readState } from '../state/state-file.js';

/** `tackroom resume --state FILE …`: continues a paused run with the answers given, in this process. */
export async function resume(decisions: readonly DecisionFlag[], flags: AgentFlags, io: CommandIo): Promise<ExitCode> {
  if (flags.state === undefined) throw cliError('CLI_USAGE', 'resume needs --state FILE, the file that the paused run wrote.');
  const cwd = resolve(io.cwd, flags.cwd ?? '.');
  const path = resolve(cwd, flags.state);
  // Everything that can be wrong is found before the state is taken: a mistake on the command line loses no approval.
  const state = decide(await readState(path), decisions);
  const model = await loadModel(flags.model, cwd, flags.transcript);
  const { harness } = await bootHarness(flags, io);
  try {
    const deps = flags.deps === undefined ? {} : { deps: parseJson(flags.deps, '--deps') };
    return await runAgent(harness, model, flags, { io, cwd }, async (agent, options) => {
      const stream = agent.resumeStream(state, { ...options, ...deps });
      await claimState(path);
      return stream;
    });
  } finally {
    await harness.close();
  }
}

function decide(state: RunState, decisions: readonly DecisionFlag[]): RunState {
  return decisions.reduce((decided, decision) => {
    const id = decision.id === 'all' ? undefined : decision.id;
    if (decision.type === 'approve') return decided.approve(id);
    if (decision.type === 'reject') return decided.reject(id, decision.message === undefined ? {} : { message: decision.message });
    return decision.type === 'edit' ? decided.edit(decision.id, decision.args) : decided.answer(decision.id, decision.text);
  }, state);
}
