import {
  callFacts,
  closestName,
  HarnessError,
  RuleBasedPermissionService,
  type ApprovalRequest,
  type AgentTools,
  type Approver,
  type ToolDefinition,
  type Workspace,
} from 'tackroom';
import { signedBy } from './who-answers.js';
import { CliError, type CliProblem } from '../cli-error.js';

/** What the rules are about, who else is asked, and for which session. */
export interface RuleApproverOptions {
  /** Of the agent, which may have some that the harness has not. */
  readonly tools: AgentTools;
  /** Those that a rule may name although the agent has them not: it is inert then. */
  readonly alsoKnown: readonly ToolDefinition[];
  readonly workspace: Workspace | undefined;
  /** Session whose working directory relative paths start from. */
  readonly sessionId: string;
  readonly next: Approver | undefined;
}

/**
 * Approves what matches a `--yes-to` rule and hands everything else on. What a guard asks about (a dangerous command, a protected
 * path, a line of which a deny rule cannot tell) is handed on as well, and so is what is for certain people to answer: a rule is
 * nobody. It knows of a call what the harness knows. Throws `CLI_YES_TO_INVALID`, also for a tool or an argument that there is not.
 */
export function ruleApprover(rules: readonly string[], options: RuleApproverOptions): Approver {
  const { tools, sessionId, next } = options;
  const policy = policyOf(rules);
  const problems = [...policy.checkAgainst(tools.list()), ...namingProblems(rules, knownTools(options))];
  if (problems.length > 0) throw invalid(problems);
  const approves = async (request: ApprovalRequest): Promise<boolean> => {
    const tool = tools.get(request.toolName);
    if (tool === undefined || request.approvers !== undefined || request.guard === true) return false;
    const context = { sessionId, runId: request.runId, agentPath: request.agentPath };
    const facts = await callFacts(tool, request.args, options.workspace?.session(sessionId));
    return policy.decide({ tool, args: request.args }, facts, context).verdict === 'allow';
  };
  return {
    approve: async (request, signal) =>
      (await approves(request)) ? { type: 'approve', scope: 'once', ...signedBy('tackroom --yes-to') } : next?.approve(request, signal),
  };
}

function policyOf(rules: readonly string[]): RuleBasedPermissionService {
  try {
    return new RuleBasedPermissionService({ profile: 'locked', allow: rules });
  } catch (error) {
    if (HarnessError.is(error)) throw invalid(error.problems, error);
    throw error;
  }
}

function knownTools({ tools, alsoKnown }: RuleApproverOptions): readonly ToolDefinition[] {
  return [...tools.list(), ...alsoKnown.filter(({ name }) => tools.get(name) === undefined)];
}

/** A rule that asks may name nothing that is not there; one that allows is inert then, and nobody would learn why. */
function namingProblems(rules: readonly string[], known: readonly ToolDefinition[]): readonly CliProblem[] {
  const names = known.map(({ name }) => name);
  return new RuleBasedPermissionService({ ask: rules }).checkAgainst(known).flatMap((problem): readonly CliProblem[] => {
    const where = problem.where.replace(/^permissions\.ask\[\d+\]/, '--yes-to');
    if (problem.code === 'PERMISSIONS_ARGUMENT_UNKNOWN') return [{ ...problem, where }];
    if (problem.code !== 'PERMISSIONS_TOOL_UNKNOWN') return [];
    const [, name = ''] = /^--yes-to \((.*?)(?:\{.*)?\)$/s.exec(where) ?? [];
    const near = closestName(name, names);
    return [near === undefined ? { ...problem, where } : { ...problem, where, message: `there is no tool ${name}; did you mean ${near}?` }];
  });
}

function invalid(problems: readonly CliProblem[], cause?: unknown): CliError {
  const mine = problems.map((problem) => ({ ...problem, where: problem.where.replace(/^permissions\.allow\[\d+\]/, '--yes-to') }));
  return new CliError('CLI_YES_TO_INVALID', 'A --yes-to rule cannot be used.', { cause, problems: mine });
}
