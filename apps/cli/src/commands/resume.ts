import { dirname, resolve } from 'node:path';
import type { AnsweredBy, RunState } from 'tackroom';
import type { AgentFlags } from '../agent-flags.js';
import { personName, signedBy } from '../approve/who-answers.js';
import { withRecordedHarness } from '../boot-harness.js';
import { CliError } from '../cli-error.js';
import { nearestConfigs } from '../config/find-config.js';
import type { DecisionFlag } from '../decision-flags.js';
import type { ExitCode } from '../exit-code.js';
import { isTerminal, type CommandIo } from '../io.js';
import { approverOf, readAgentFlags, runAgent } from '../run-agent.js';
import { agentOfRun, chooseAgent } from '../settings/choose-agent.js';
import { makeAgent } from '../settings/make-agent.js';
import { workingDirectory } from '../settings/settings.js';
import { onlyKeptState } from '../state/kept-states.js';
import { claimState, readState } from '../state/state-file.js';
import { keyed, stateKeeping } from '../state/state-keeping.js';
import { verifiedState } from '../state/verified-state.js';
import { withPerson } from '../terminal/with-person.js';
import { askOperator } from '../operator/ask-operator.js';
import { operatorNotice } from '../operator/operator-notice.js';

/** Flags of `resume`; the answers are taken out of the line before. */
export interface ResumeFlags extends AgentFlags {
  readonly partial?: boolean;
  readonly acceptUnsigned?: boolean;
}

/**
 * `tackroom resume --state FILE …`: continues a paused run with the answers given, in this process. Everything that can be
 * wrong is found before the state is taken, so that a mistake on the command line loses no approval.
 */
export async function resume(decisions: readonly DecisionFlag[], flags: ResumeFlags, io: CommandIo): Promise<ExitCode> {
  const cwd = workingDirectory(flags, io);
  const path = flags.state === undefined ? await onlyKeptState(projectFolder(flags, cwd), cwd) : resolve(cwd, flags.state);
  const stored = await readState(path);
  const read = { ...(await readAgentFlags(flags, cwd)), statePath: path };
  return withPerson(io, flags.json === true, (person) =>
    withRecordedHarness(flags, io, async (harness, settings) => {
      const { config } = settings;
      const chosen = flags.agent === undefined ? agentOfRun(config, stored.state.agent) : chooseAgent(config, flags.agent);
      if (chosen.name !== stored.state.agent) throw ofAnother(stored.state.agent, chosen.name);
      const keeping = await stateKeeping(chosen, settings, { flags: { ...flags, state: path }, io });
      if (keeping.problem !== undefined) throw keeping.problem;
      const verified = verifiedState(stored, { key: keeping.key, acceptUnsigned: flags.acceptUnsigned === true });
      const state = decide(verified, decisions, signedBy(personName(flags)));
      const made = await makeAgent(harness, keyed(chosen, keeping), {
        settings,
        flags,
        io,
        ask: askOperator({ io, person }),
        assumePerson: isTerminal(io),
      });
      if (made.assumed) io.stderr.write(`${operatorNotice(made.agent.tools.list(), 'answers')}\n`);
      const desk = { harness, ...made, flags, io, person, sessionId: state.sessionId, keeping };
      // A person at a terminal is asked what is open once the run goes on.
      const isPartial = flags.partial === true || (flags.json !== true && isTerminal(io));
      if (!isPartial) checkDecided(state, approverOf(desk) !== undefined);
      if (io.signal.aborted) throw new CliError('CLI_CANCELLED', `Interrupted before the run went on; ${stored.path} is as it was.`);
      const claim = await claimState(stored);
      try {
        const more = isPartial ? { partial: true } : {};
        return await runAgent(
          { ...desk, waiting: verified.pending, start: (agent, options) => agent.resumeStream(state, { ...options, ...more }) },
          read,
        );
      } catch (error) {
        await claim.release();
        throw error instanceof Error && 'code' in error && error.code === 'RUN_DEPS_MISSING' ? depsMissing(error) : error;
      }
    }),
  );
}

/** The framework refuses this too, after its models are loaded and the state was read with the key of the wrong agent. */
function ofAnother(owner: string, asked: string): CliError {
  const message = `The run belongs to agent ${owner}, so that ${asked} cannot go on with it. Leave --agent out.`;
  return new CliError('RUN_STATE_AGENT', message);
}

/** Where the states of a project are that were not told where to go. */
function projectFolder(flags: ResumeFlags, cwd: string): string {
  const config = flags.config === undefined ? nearestConfigs(cwd)[0] : resolve(cwd, flags.config);
  return config === undefined ? cwd : dirname(config);
}

function decide(state: RunState, decisions: readonly DecisionFlag[], who: AnsweredBy): RunState {
  return decisions.reduce((decided, decision) => {
    const id = decision.id === 'all' ? undefined : decision.id;
    if (decision.type === 'approve') return decided.approve(id, who);
    if (decision.type === 'reject') return decided.reject(id, decision.message === undefined ? who : { ...who, message: decision.message });
    return decision.type === 'edit' ? decided.edit(decision.id, decision.args, who) : decided.answer(decision.id, decision.text, who);
  }, state);
}

/** The framework refuses this too, in the words of its own interface. */
function checkDecided({ pending }: RunState, hasApprover: boolean): void {
  const open = pending.filter(({ kind }) => kind === 'question' || !hasApprover);
  if (open.length === 0) return;
  const left = open.map((item) => `${item.toolName} (${item.id})`).join(', ');
  const message = `Not decided yet: ${left}. Give --approve, --reject, --edit or --answer for each, or --partial to leave them for later.`;
  throw new CliError('RUN_UNDECIDED', message);
}

/** Likewise. */
function depsMissing(cause: Error): CliError {
  return new CliError('RUN_DEPS_MISSING', 'The run was given --deps, which is never stored. Give it again.', { cause });
}
