import { resolve } from 'node:path';
import type { Agent, Approver, Harness, LanguageModel, RunResult, RunStream, RunOptions } from 'tackroom';
import { ruleApprover } from './approve/rule-approver.js';
import { terminalApprover } from './approve/terminal-approver.js';
import { exitCodeOfRun, type ExitCode } from './exit-code.js';
import type { HarnessFlags } from './harness-flags.js';
import { writeJson, writeLine, type CommandIo } from './io.js';
import { LiveText } from './output/live-text.js';
import { writeState } from './state/state-file.js';

/** Flags of `run` and `resume`. */
export interface AgentFlags extends HarnessFlags {
  readonly model?: string;
  readonly system?: string;
  readonly deps?: string;
  readonly state?: string;
  readonly transcript?: string;
  readonly maxSteps?: number;
  readonly yesTo: readonly string[];
}

/** Where an agent command works. */
export interface AgentPlace {
  readonly io: CommandIo;
  readonly cwd: string;
}

const SYSTEM =
  'You work in the directory of the person who started you. Use the tools; say plainly what you did and what you could not do.';

/**
 * Runs an agent and prints what happens: events as JSON lines, or text for a person. A run that pauses writes its state to
 * `--state`; where nobody can continue it, its pending calls are shown.
 */
export async function runAgent(
  harness: Harness,
  model: LanguageModel,
  flags: AgentFlags,
  { io, cwd }: AgentPlace,
  start: (agent: Agent, options: RunOptions) => RunStream | Promise<RunStream>,
): Promise<ExitCode> {
  const agent = harness.createAgent({
    name: 'cli',
    model,
    system: flags.system ?? SYSTEM,
    ...(flags.maxSteps === undefined ? {} : { limits: { maxSteps: flags.maxSteps } }),
  });
  const approver = approverOf(harness, flags, io);
  const stream = await start(agent, { signal: io.signal, ...(approver === undefined ? {} : { approver }) });
  const live = flags.json === true ? undefined : new LiveText(io);
  for await (const event of stream) {
    if (live === undefined) writeJson(io, event);
    else live.show(event);
  }
  const result = await stream.result;
  await keepState(result, flags, io, cwd);
  return exitCodeOfRun(result);
}

function approverOf(harness: Harness, flags: AgentFlags, io: CommandIo): Approver | undefined {
  const next = flags.json !== true && io.stdin.isTTY && io.stdout.isTTY === true ? terminalApprover(io) : undefined;
  return flags.yesTo.length === 0 ? next : ruleApprover(flags.yesTo, harness.tools, next);
}

async function keepState(result: RunResult, flags: AgentFlags, io: CommandIo, cwd: string): Promise<void> {
  if (result.status !== 'paused' && result.status !== 'needs-input') return;
  if (flags.state !== undefined) await writeState(resolve(cwd, flags.state), result.state);
  if (flags.json === true) return;
  writeLine(
    io,
    flags.state === undefined
      ? 'The run is paused; give --state FILE to be able to continue it.'
      : `The run is paused. Continue it with: tackroom resume --state ${flags.state} --approve all`,
  );
}
