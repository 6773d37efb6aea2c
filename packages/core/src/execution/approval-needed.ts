import type { Ctx } from '../contracts/ctx.js';
import type { JsonObject } from '../contracts/json.js';
import type { Logger } from '../contracts/logger.js';
import type { DecidedCall } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { errorMessage } from './error-text.js';

/** What the policy is asked about: with the tool's own approval condition evaluated over these arguments. */
export function decidedCall(tool: ToolDefinition, args: JsonObject, makeCtx: () => Ctx): DecidedCall {
  const { approval } = tool;
  if (approval === undefined) return { tool, args };
  return { tool, args, approvalNeeded: approval.when === undefined || holds(approval.when, args, makeCtx(), tool.name) };
}

/** Whatever is not a plain no means yes: a condition that throws, forgets to answer, or answers later. */
function holds(when: (args: JsonObject, ctx: Ctx) => unknown, args: JsonObject, ctx: Ctx, tool: string): boolean {
  try {
    const answer = when(args, ctx);
    if (typeof answer === 'boolean') return answer;
    if (answer instanceof Promise) answer.catch((error: unknown) => warn(ctx.log, tool, error));
    warn(ctx.log, tool, 'it gave no boolean');
  } catch (error) {
    warn(ctx.log, tool, error);
  }
  return true;
}

function warn(log: Logger, tool: string, reason: unknown): void {
  log.warn('An approval condition did not answer; approval is required.', { tool, error: errorMessage(reason, null) });
}
