import type { Approver } from '../contracts/approvals.js';
import type { JsonObject } from '../contracts/json.js';
import { silentLogger } from '../contracts/logger.js';
import type { DecisionTrace, PermissionService } from '../contracts/permissions.js';
import type { SandboxProvider } from '../contracts/sandbox.js';
import type { ToolCall, ToolResult } from '../contracts/tool-call.js';
import { RuleBasedPermissionService } from '../permissions/rule-based-permission-service.js';
import { ToolCatalog, type ToolCatalogOptions } from '../registry/tool-catalog.js';
import { resolvePolicy, type EffectivePolicy } from '../registry/tool-policy.js';
import { auditEnd } from './audit-end.js';
import type { CallKernel } from './call-kernel.js';
import { errorResult } from './call-result.js';
import { explainCall } from './check-permission.js';
import { compileTools, type CompiledTools } from './compile-tools.js';
import { directRun, type DirectRunOptions } from './direct-run.js';
import { denyPending, executeCall, type DirectOutcome } from './execute-call.js';
import { inspectTool, type ToolInspection } from './inspect-tool.js';
import { LaneScheduler } from './lane-scheduler.js';
import { InMemoryArtifactStore } from './memory-artifact-store.js';
import { createOffloader } from './piscina-offloader.js';
import { readArguments } from './read-arguments.js';
import { RandomIds } from './random-ids.js';
import { SystemClock } from './system-clock.js';

/** What a registry is made with. `kernel` shares a harness's scheduler, clock and stores; without it the registry has its own. */
export interface ToolRegistryOptions extends ToolCatalogOptions {
  readonly kernel?: Partial<CallKernel>;
  /** Where the tools run commands, for whoever looks; a direct call is given its own. */
  readonly sandbox?: SandboxProvider | undefined;
}

/** What a direct call may bring. */
export interface ExecuteOptions extends DirectRunOptions {
  /** Without one, a tool's own level decides and an omitted level allows. */
  readonly permissions?: PermissionService;
  readonly approver?: Approver;
}

/**
 * The tools of a harness or an agent: the catalogue, plus calling one directly. A direct call is validated, decided,
 * scheduled and bounded like any other; it has no journal, middleware or events.
 */
export class ToolRegistry extends ToolCatalog {
  /** Where the tools of a harness run commands; undefined if it has no sandbox, and for a registry of one's own. */
  readonly sandbox: SandboxProvider | undefined;
  private readonly kernel: CallKernel;
  private readonly compiled = new WeakMap<PermissionService, CompiledTools>();

  constructor(options: ToolRegistryOptions = {}) {
    super(options);
    this.sandbox = options.sandbox;
    this.kernel = directKernel(options.kernel ?? {});
  }

  /** The registry's effective policy: its own options over the defaults. */
  get policy(): EffectivePolicy {
    return resolvePolicy(this.ownPolicy);
  }

  /** Runs one call. Names must be exact. Denied, and asked with nobody to answer, gives the error result "Permission denied: …". */
  async execute(call: ToolCall, options: ExecuteOptions = {}): Promise<ToolResult> {
    const outcome = await this.attempt(call, options);
    return outcome.kind === 'result' ? outcome.result : denyPending(this.kernel, directRun(options), outcome);
  }

  /** The same, but a call that must be asked about comes back as pending instead of denied. */
  attempt(call: ToolCall, options: ExecuteOptions = {}): Promise<DirectOutcome> {
    const tools = this.toolsUnder(options.permissions ?? this.kernel.permissions);
    if (tools.find(call.name) === undefined) {
      const result = unknownTool(tools, { ...call, id: call.id || this.kernel.ids.next('call') });
      const args = readArguments({ callId: '', providerCallId: '', name: call.name, args: call.args }).args ?? {};
      const { callId, toolName } = result;
      const asked = { callId, toolName, tool: undefined, args: args as JsonObject }; // read from JSON
      auditEnd({ kernel: this.kernel, run: directRun(options), call: asked }, result, 'error');
      return Promise.resolve({ kind: 'result', result, decision: undefined });
    }
    return executeCall(tools, call, directRun(options), options.approver);
  }

  /** What the policy says of a call, and everything that it tried. Nobody is asked and nothing runs. */
  explain(call: ToolCall, options: ExecuteOptions = {}): Promise<DecisionTrace> {
    return explainCall(this.toolsUnder(options.permissions ?? this.kernel.permissions), call, directRun(options));
  }

  /** Every effective value of one tool with where it came from; undefined for an unknown name. */
  inspect(name: string, agentPolicy?: Parameters<typeof resolvePolicy>[1]): ToolInspection | undefined {
    const definition = this.get(name);
    return definition === undefined ? undefined : inspectTool(definition, resolvePolicy(this.ownPolicy, agentPolicy));
  }

  private toolsUnder(permissions: PermissionService): CompiledTools {
    const snapshot = this.snapshot();
    const ready = this.compiled.get(permissions);
    if (ready?.snapshot === snapshot) return ready;
    const tools = compileTools(snapshot, this.policy, { ...this.kernel, permissions });
    this.compiled.set(permissions, tools);
    return tools;
  }
}

function unknownTool(tools: CompiledTools, call: ToolCall): ToolResult {
  const resolved = tools.snapshot.names.resolve(call.name);
  const message =
    resolved.kind === 'unknown' ? resolved.message : `There is no tool named ${JSON.stringify(call.name)}. Did you mean ${resolved.name}?`;
  return errorResult({ callId: call.id ?? '', toolName: String(call.name) }, 'TOOL_UNKNOWN', message);
}

/** Default bound on a result's text, in UTF-16 code units. */
export const DEFAULT_MAX_RESULT_CHARS = 12_000;

function directKernel(given: Partial<CallKernel>): CallKernel {
  return {
    permissions: given.permissions ?? new RuleBasedPermissionService({ profile: 'open' }),
    scheduler: given.scheduler ?? new LaneScheduler(),
    audit: given.audit,
    artifacts: given.artifacts ?? new InMemoryArtifactStore(),
    clock: given.clock ?? new SystemClock(),
    ids: given.ids ?? new RandomIds(),
    logger: given.logger ?? silentLogger,
    offloader: given.offloader ?? createOffloader(),
    maxResultChars: given.maxResultChars ?? DEFAULT_MAX_RESULT_CHARS,
    journal: undefined,
    middleware: [],
  };
}
