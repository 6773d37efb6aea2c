import type { CallFacts } from '../contracts/call-facts.js';
import type { DecisionTrace } from '../contracts/decision.js';
import type { JsonObject } from '../contracts/json.js';
import { type DecidedCall, type Decision, NO_FACTS } from '../contracts/permissions.js';
import type { ToolCall } from '../contracts/tool-call.js';
import { decidedCall } from './approval-needed.js';
import { CallCtx, type CheckPermission, type CtxTools } from './call-ctx.js';
import type { CallKernel } from './call-kernel.js';
import type { CompiledTool } from './compiled-tool.js';
import { deepFreeze } from './deep-freeze.js';
import { readArguments } from './read-arguments.js';
import type { RunContext } from './run-context.js';

/** What the check needs of the tools of a run. */
interface KnownTools extends CtxTools {
  readonly kernel: CallKernel;
  find(name: string): CompiledTool | undefined;
}

/** A call as the policy is asked about it, or why it would not get that far. */
type Asked = { readonly call: DecidedCall; readonly facts: CallFacts } | { readonly problem: string };

/** How `ctx.permissions.check` decides about another call: the policy's word, nobody is asked and nothing runs. */
export function permissionChecker(tools: KnownTools): CheckPermission {
  return async (toolName, args, run): Promise<Decision> => {
    const copy = JSON.parse(JSON.stringify(args)) as Record<string, unknown>;
    const asked = await askedOf(tools, toolName, copy, run);
    return 'problem' in asked ? unasked(asked.problem) : tools.kernel.permissions.decide(asked.call, asked.facts, run);
  };
}

/**
 * What the policy says of a call, with everything that it tried. Nobody is asked and nothing runs; middleware is not
 * heard. For a call that would not get as far as the policy the source is `none`, and there are no steps.
 */
export async function explainCall(tools: KnownTools, { name, args }: ToolCall, run: RunContext): Promise<DecisionTrace> {
  const read = readArguments({ callId: '', providerCallId: '', name, args });
  const asked = read.args === undefined ? { problem: read.problem } : await askedOf(tools, name, read.args, run);
  return 'problem' in asked ? { ...unasked(asked.problem), steps: [] } : tools.kernel.permissions.explain(asked.call, asked.facts, run);
}

/** Validates arguments, which it may fill defaults into, and learns what rules must know of them. */
async function askedOf(tools: KnownTools, toolName: string, args: Record<string, unknown>, run: RunContext): Promise<Asked> {
  const tool = tools.find(toolName);
  if (tool === undefined) return { problem: `There is no tool named ${toolName}.` };
  const problem = tool.validate(args);
  if (problem !== undefined) return { problem };
  const frozen = deepFreeze(args) as JsonObject; // validated, and made of JSON
  const facts = tool.collectFacts === undefined ? NO_FACTS : await tool.collectFacts(frozen, run);
  const makeCtx = (): CallCtx => new CallCtx(run, tools, { callId: '', toolName }, 0);
  return { call: decidedCall(tool.definition, frozen, makeCtx), facts };
}

function unasked(reason: string): Decision {
  return { verdict: 'deny', reason, source: 'none' };
}
