import { createAgent } from '@tackroom/agent';
import type { Agent, AgentHost, AgentOptions } from '@tackroom/agent';
import { HarnessError, problemsError } from '@tackroom/core';
import type {
  DecisionTrace,
  DirectOutcome,
  McpBridge,
  PermissionService,
  Problem,
  SandboxProvider,
  ToolCall,
  ToolRegistry,
  ToolResult,
  Workspace,
} from '@tackroom/core';
import type { DirectCallOptions, DirectCalls } from './direct-calls.js';
import type { DisposalStack } from './di/disposal-stack.js';
import { LiveSet } from './live-set.js';

/** What a harness is put together from. */
export interface HarnessParts {
  readonly tools: ToolRegistry;
  readonly permissions: PermissionService;
  readonly workspace: Workspace | undefined;
  readonly sandbox: SandboxProvider | undefined;
  readonly mcp: McpBridge | undefined;
  readonly host: AgentHost;
  readonly calls: DirectCalls;
  /** Everything that must be closed, in the order in which it was made. */
  readonly disposal: DisposalStack;
}

/** What `serveMcp` takes. */
export interface ServeMcpOptions {
  readonly transport: 'stdio' | 'http';
  readonly [option: string]: unknown;
}

/**
 * A booted container of tools, policy and places to work, shared by any number of agents and direct calls. Made by
 * `HarnessModule.create`; whoever made it closes it.
 */
export class Harness {
  /** The tools, by name. Later registrations are seen by runs that start after them. */
  readonly tools: ToolRegistry;
  /** The policy that decides every call. */
  readonly permissions: PermissionService;
  /** The files that tools work on; undefined if nobody named a root. */
  readonly workspace: Workspace | undefined;
  /** Where commands run; undefined if nothing registered runs any and none was given. */
  readonly sandbox: SandboxProvider | undefined;
  /** The servers of the `mcp` option. */
  readonly mcp: McpBridge | undefined;
  private readonly agents = new LiveSet<Agent>();
  private closing: Promise<void> | undefined;

  constructor(private readonly parts: HarnessParts) {
    ({ tools: this.tools, permissions: this.permissions, workspace: this.workspace, sandbox: this.sandbox, mcp: this.mcp } = parts);
  }

  /** An agent over this harness's tools and policy. Throws `AGENT_INVALID` for options that cannot work, `HARNESS_CLOSED` after {@link close}. */
  createAgent(options: AgentOptions): Agent {
    if (this.closing !== undefined) throw harnessClosed();
    const agent = createAgent(this.parts.host, options);
    this.agents.add(agent);
    return agent;
  }

  /**
   * Runs one call under the harness's own policy, without an agent. Names must be exact. A call that must be asked about
   * and cannot be gives the error result "Permission denied". Throws `RUN_DEPENDENCY_MISSING`, and `HARNESS_CLOSED` after
   * {@link close}.
   */
  execute(call: ToolCall, options?: DirectCallOptions): Promise<ToolResult> {
    return this.closing === undefined ? this.parts.calls.execute(call, options) : Promise.reject(harnessClosed());
  }

  /** The same, but a call that must be asked about comes back as pending instead of denied. */
  attempt(call: ToolCall, options?: DirectCallOptions): Promise<DirectOutcome> {
    return this.closing === undefined ? this.parts.calls.attempt(call, options) : Promise.reject(harnessClosed());
  }

  /**
   * What the policy says of a call, with every rule that was tried. Nobody is asked and nothing runs. The source is `none`
   * for a call that does not get as far as the policy: an unknown tool, or wrong arguments. Throws `HARNESS_CLOSED` after
   * {@link close}.
   */
  explain(call: ToolCall, options?: DirectCallOptions): Promise<DecisionTrace> {
    return this.closing === undefined ? this.parts.calls.explain(call, options) : Promise.reject(harnessClosed());
  }

  /** Would offer the tools to MCP clients. Throws `MCP_NOT_AVAILABLE`: this version has no MCP server. */
  serveMcp(_options: ServeMcpOptions): Promise<never> {
    const message =
      'This version cannot serve MCP. Call harness.execute from a server of your own, with harness.tools.toMcp() as its tool list.';
    return Promise.reject(new HarnessError('MCP_NOT_AVAILABLE', message));
  }

  /**
   * Cancels what is in flight, waits for it, then closes everything that was made, last made first; what was given to
   * `HarnessModule.create` as an instance is left open. Calling it again gives the same promise. Throws
   * `HARNESS_CLOSE_FAILED` with every failure once all has been tried.
   */
  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  /** The same as {@link close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private async shutDown(): Promise<void> {
    const [, closed] = await Promise.all([
      this.parts.calls.cancel(new HarnessError('HARNESS_CLOSED', 'The harness was closed.')),
      Promise.allSettled([...this.agents.values()].map((agent) => agent.close())),
    ]);
    const stuck = closed.flatMap((result) => (result.status === 'rejected' ? [closeFailure('agent', result.reason)] : []));
    const failures = (await this.parts.disposal.drain()).map(({ what, error }) => closeFailure(what, error));
    const problems = [...stuck, ...failures];
    if (problems.length > 0) throw problemsError('HARNESS_CLOSE_FAILED', 'The harness was closed, but not all of it', problems);
  }
}

function harnessClosed(): HarnessError {
  return new HarnessError('HARNESS_CLOSED', 'This harness has been closed. Create another one.');
}

function closeFailure(where: string, error: unknown): Problem {
  return { code: HarnessError.is(error) ? error.code : 'CLOSE_FAILED', where, message: String(error) };
}
