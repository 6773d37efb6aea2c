import { resolve } from 'node:path';
import type { Agent, Approver, Harness, HarnessEvent, LanguageModel, PendingItem, RunOptions, RunResult, RunStream } from 'tackroom';
import type { AgentFlags } from './agent-flags.js';
import { answerQuestions } from './approve/answer-questions.js';
import { inTurn } from './approve/in-turn.js';
import { ruleApprover } from './approve/rule-approver.js';
import { terminalApprover } from './approve/terminal-approver.js';
import { personName } from './approve/who-answers.js';
import { exitCodeOfRun, ExitCode } from './exit-code.js';
import { isTerminal, type CommandIo } from './io.js';
import { reportError } from './output/report-error.js';
import { parseJson } from './parse-json.js';
import { keptStatePath } from './state/kept-states.js';
import { checkStatePath, writeState } from './state/state-file.js';
import type { StateKeeping } from './state/state-keeping.js';
import { withState } from './state/with-state.js';
import type { PersonInput } from './terminal/person-input.js';
import { makeView } from './view/make-view.js';
import type { RunView } from './view/run-view.js';
import { showPause } from './view/show-pause.js';

/** Who runs, and for whom. */
export interface AgentDesk {
  readonly harness: Harness;
  readonly agent: Agent;
  readonly model: LanguageModel;
  /** Who the configuration says answers asks. */
  readonly configuredApprover: Approver | undefined;
  readonly flags: AgentFlags;
  readonly io: CommandIo;
  readonly person: PersonInput;
  readonly sessionId: string;
  readonly keeping: StateKeeping;
}

/** A run that is to be made or continued. */
export interface AgentTask extends AgentDesk {
  /** What a run that is gone on with was waiting for. */
  readonly waiting?: readonly PendingItem[];
  readonly start: (agent: Agent, options: CommonOptions) => RunStream;
}

/** What new and continued runs may both bring. */
export type CommonOptions = Pick<RunOptions, 'signal' | 'deps' | 'maxSteps' | 'approver'>;

/** Flags of an agent command that can be wrong by themselves, read before anything is loaded. */
export interface ReadAgentFlags {
  readonly deps?: unknown;
  /** Absolute. */
  readonly statePath?: string;
}

/** Reads what can be wrong with the flags. Throws `CLI_JSON_INVALID` and `CLI_FILE_UNWRITABLE`. */
export async function readAgentFlags(flags: AgentFlags, cwd: string): Promise<ReadAgentFlags> {
  const deps = flags.deps === undefined ? {} : { deps: parseJson(flags.deps, '--deps') };
  if (flags.state === undefined) return deps;
  const statePath = resolve(cwd, flags.state);
  await checkStatePath(statePath);
  return { ...deps, statePath };
}

/** What the flags say of every run. */
export function runOptions(desk: AgentDesk, read: ReadAgentFlags): CommonOptions {
  const approver = approverOf(desk);
  const { flags, io } = desk;
  return {
    signal: io.signal,
    ...(read.deps === undefined ? {} : { deps: read.deps }),
    ...(flags.maxSteps === undefined ? {} : { maxSteps: flags.maxSteps }),
    ...(approver === undefined ? {} : { approver }),
  };
}

/**
 * Runs an agent and prints what happens: events as JSON lines, or text for a person. The last line is the run's end with
 * its result; by then the state of a run that pauses is in `--state`. Throws only if the run did not start.
 */
export async function runAgent(task: AgentTask, read: ReadAgentFlags): Promise<ExitCode> {
  const { agent, model, flags, io } = task;
  const json = flags.json === true;
  const options = runOptions(task, read);
  const stream = task.start(agent, options);
  let stateFile = flags.state;
  const view = makeView(io, {
    json,
    personAnswers: model.isPerson === true,
    ...(task.waiting === undefined ? {} : { waiting: task.waiting }),
    showPause: (result) => showPause(result, stateFile, io),
  });
  let started = false;
  try {
    const ended = await followAnswering(stream, view, { ...task, options, onFirst: () => (started = true) });
    const kept = await keepState(ended.result, read.statePath, task);
    if (!kept.asAsked || stateFile === undefined) stateFile = kept.path;
    if (ended.event !== undefined) view.end(ended.event, ended.result);
    return kept.asAsked ? exitCodeOfRun(ended.result) : ExitCode.failed;
  } catch (error) {
    if (!started) throw error;
    reportError(error, json, io);
    return ExitCode.failed;
  } finally {
    view.close();
  }
}

/** How a run ended. */
export interface EndedRun {
  /** The event that said so. */
  readonly event: HarnessEvent | undefined;
  readonly result: RunResult;
}

/** Shows the events of a run but its last. */
async function followRun(stream: RunStream, view: Pick<RunView, 'show'>, onFirst: () => void = () => undefined): Promise<EndedRun> {
  let end: HarnessEvent | undefined;
  for await (const event of stream) {
    onFirst();
    if (event.type === 'run-pause' || event.type === 'run-finish') end = event;
    else view.show(event);
  }
  return { event: end, result: await stream.result };
}

/** How a run is followed whose questions the person answers. */
export interface FollowOptions extends Pick<AgentDesk, 'agent' | 'flags' | 'io' | 'person'> {
  readonly options: CommonOptions;
  readonly onFirst: () => void;
}

/** The same over all pauses of a run in which nothing but questions waits, if there is a person at a terminal who answers them. */
export async function followAnswering(stream: RunStream, view: Pick<RunView, 'show' | 'hold'>, follow: FollowOptions): Promise<EndedRun> {
  const { agent, options, flags, io, person, onFirst } = follow;
  const { signal = io.signal } = options;
  let ended = await followRun(stream, view, onFirst);
  while (ended.result.stopReason === 'question' && flags.json !== true && isTerminal(io)) {
    const release = view.hold();
    const state = await answerQuestions(ended.result.state, { person, io, name: personName(flags), signal }).finally(release);
    if (state.pending.length > 0) return { ...ended, result: withState(ended.result, state) };
    ended = await followRun(agent.resumeStream(state, options), view);
  }
  return ended;
}

/**
 * Who answers asks, in turn: the rules of `--yes-to`, the configuration's approver, and the person if there is a terminal.
 * Undefined leaves it to the next process.
 */
export function approverOf({ harness, agent, configuredApprover, flags, io, person, sessionId }: AgentDesk): Approver | undefined {
  const next = inTurn(
    configuredApprover,
    flags.json !== true && isTerminal(io) ? terminalApprover(person, io, personName(flags)) : undefined,
  );
  const { tools } = agent;
  if (flags.yesTo === undefined) return next;
  return ruleApprover(flags.yesTo, { tools, alsoKnown: harness.tools.list(), workspace: agent.workspace, sessionId, next });
}

/** What became of a state: whether it is where the person wants it, or that there is none; and else where it is, if anywhere. */
export interface KeptState {
  readonly asAsked: boolean;
  readonly path?: string;
}

/**
 * Writes the state of a run that waits, where the person wants it or below the project's own folder. That it is not there is said
 * on stderr. A state that no key signs is never written.
 */
export async function keepState(
  result: RunResult,
  path: string | undefined,
  { io, keeping }: Pick<AgentDesk, 'io' | 'keeping'>,
): Promise<KeptState> {
  if (result.status !== 'paused' && result.status !== 'needs-input') return { asAsked: true };
  const asAsked = path === undefined; // nobody asked for the state to be kept
  try {
    if (keeping.problem !== undefined) throw keeping.problem;
    const wanted = path ?? keptStatePath(keeping.project, result.state.runId);
    const written = await writeState(wanted, result.state);
    if (written !== wanted)
      io.stderr.write(`tackroom: ${wanted} cannot be written; the run's state is in ${written} [CLI_FILE_UNWRITABLE]\n`);
    return { asAsked: asAsked || written === wanted, path: written };
  } catch (error) {
    reportError(error, false, io);
    return { asAsked };
  }
}
