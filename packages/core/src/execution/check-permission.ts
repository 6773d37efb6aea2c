import type { JsonObject } from '../contracts/json.js';
import { NO_FACTS, type Decision } from '../contracts/permissions.js';
import { decidedCall } from './approval-needed.js';
import { CallCtx, type CheckPermission, type CtxTools } from './call-ctx.js';
import type { CallKernel } from './call-kernel.js';
import type { CompiledTool } from './compiled-tool.js';
import { deepFreeze } from './deep-freeze.js';

/** What the check needs of the tools of a run. */
interface KnownTools extends CtxTools {
  readonly kernel: CallKernel;
  find(name: string): CompiledTool | undefined;
}

/** How `ctx.permissions.check` decides about another call: the policy's word, nobody is asked and nothing runs. */
export function permissionChecker(tools: KnownTools): CheckPermission {
  return async (toolName, args, run): Promise<Decision> => {
    const tool = tools.find(toolName);
    if (tool === undefined) return { verdict: 'deny', reason: `There is no tool named ${toolName}.`, source: 'none' };
    const copy = JSON.parse(JSON.stringify(args)) as Record<string, unknown>;
    const problem = tool.validate(copy);
    if (problem !== undefined) return { verdict: 'deny', reason: problem, source: 'none' };
    const frozen = deepFreeze(copy) as JsonObject;
    const facts = tool.collectFacts === undefined ? NO_FACTS : await tool.collectFacts(frozen, run);
    const makeCtx = (): CallCtx => new CallCtx(run, tools, { callId: '', toolName }, 0);
    return tools.kernel.permissions.decide(decidedCall(tool.definition, frozen, makeCtx), facts, run);
  };
}
