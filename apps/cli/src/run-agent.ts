import { resolve } from 'node:path';
import type { Agent, Approver, Harness, HarnessEvent, RunOptions, RunResult, RunStream } from 'tackroom';
import type { AgentFlags } from './agent-flags.js';
import { inTurn } from './approve/in-turn.js';
import { ruleApprover } from './approve/rule-approver.js';
import { terminalApprover } from './approve/terminal-approver.js';
import { exitCodeOfRun, ExitCode } from './exit-code.js';
import { isTerminal, type CommandIo } from './io.js';
import { JsonLines } from './output/json-lines.js';
import { LiveText } from './output/live-text.js';
import { reportError } from './output/report-error.js';
import { parseJson } from './parse-json.js';
import { checkStatePath, writeState } from './state/state-file.js';

/** A run that is to be made or continued. */
export interface AgentTask {
  readonly harness: Harness;
  readonly agent: Agent;
  /** Who the configuration says answers asks. */
  readonly configuredApprover: Approver | undefined;
  readonly flags: AgentFlags;
  readonly io: CommandIo;
  readonly sessionId: string;
  readonly start: (agent: Agent, options: CommonOptions) => RunStream;
}

/** What new and continued runs may both bring. */
type CommonOptions = Pick<RunOptions, 'signal' | 'deps' | 'maxSteps' | 'approver'>;

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

/**
 * Runs an agent and prints what happens: events as JSON lines, or text for a person. The last line is the run's end with
 * its result; by then the state of a run that pauses is in `--state`. Throws only if the run did not start.
 */
export async function runAgent(task: AgentTask, read: ReadAgentFlags): Promise<ExitCode> {
  const { agent, flags, io } = task;
  const approver = approverOf(task);
  const stream = task.start(agent, {
    signal: io.signal,
    ...(read.deps === undefined ? {} : { deps: read.deps }),
    ...(flags.maxSteps === undefined ? {} : { maxSteps: flags.maxSteps }),
    ...(approver === undefined ? {} : { approver }),
  });
  const view = flags.json === true ? new JsonLines(io) : new LiveText(io, flags.state);
  let started = false;
  let end: HarnessEvent | undefined;
  try {
    for await (const event of stream) {
      started = true;
      if (event.type === 'run-pause' || event.type === 'run-finish') end = event;
      else view.show(event);
    }
    const result = await stream.result;
    const kept = await keepState(result, read.statePath, io);
    if (end !== undefined) view.end(end, result);
    return kept ? exitCodeOfRun(result) : ExitCode.failed;
  } catch (error) {
    if (!started) throw error;
    reportError(error, flags.json === true, io);
    return ExitCode.failed;
  } finally {
    view.close();
  }
}

/**
 * Who answers asks, in turn: the rules of `--yes-to`, the configuration's approver, and the person if there is a terminal.
 * Undefined leaves it to the next process.
 */
export function approverOf({ harness, agent, configuredApprover, flags, io, sessionId }: Omit<AgentTask, 'start'>): Approver | undefined {
  const person = flags.json !== true && isTerminal(io) ? terminalApprover(io) : undefined;
  const next = inTurn(configuredApprover, person);
  return flags.yesTo === undefined
    ? next
    : ruleApprover(flags.yesTo, { tools: agent.tools, workspace: harness.workspace, sessionId, next });
}

/** Writes the state of a run that waits. False if it is not where the person wants it, which is said on stderr. */
async function keepState(result: RunResult, path: string | undefined, io: CommandIo): Promise<boolean> {
  if (path === undefined || (result.status !== 'paused' && result.status !== 'needs-input')) return true;
  try {
    const written = await writeState(path, result.state);
    if (written !== path) io.stderr.write(`tackroom: ${path} cannot be written; the run's state is in ${written} [CLI_FILE_UNWRITABLE]\n`);
    return written === path;
  } catch (error) {
    reportError(error, false, io);
    return false;
  }
}
