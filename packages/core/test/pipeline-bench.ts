import type { AuditRecord } from '../src/contracts/audit.js';
import type { EventFields, EventType } from '../src/contracts/events.js';
import type { CallOutcome, ToolResult } from '../src/contracts/tool-call.js';
import type { ToolDefinition } from '../src/contracts/tool-definition.js';
import { silentLogger } from '../src/contracts/logger.js';
import { RuleBasedPermissionService } from '../src/permissions/rule-based-permission-service.js';
import { defineTool } from '../src/registry/define-tool.js';
import { resolvePolicy, type ToolPolicy } from '../src/registry/tool-policy.js';
import { ToolSnapshot } from '../src/registry/tool-snapshot.js';
import type { CallKernel } from '../src/execution/call-kernel.js';
import { compileTools, type CompiledTools } from '../src/execution/compile-tools.js';
import { directRun } from '../src/execution/direct-run.js';
import { LaneScheduler } from '../src/execution/lane-scheduler.js';
import { InMemoryArtifactStore } from '../src/execution/memory-artifact-store.js';
import { performCall } from '../src/execution/perform-call.js';
import { prepareCall } from '../src/execution/prepare-call.js';
import type { RunContext } from '../src/execution/run-context.js';
import { SystemClock } from '../src/execution/system-clock.js';

export type LoggedEvent = { readonly type: EventType } & Record<string, unknown>;

export const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false };

export function tool(options: Partial<Parameters<typeof defineTool>[0]> = {}): ToolDefinition {
  return defineTool({ name: 'echo', description: 'Echo.', inputSchema: text, handler: ({ text: said }) => said, ...options });
}

export interface Bench {
  readonly tools: CompiledTools;
  readonly kernel: CallKernel;
  readonly run: RunContext;
  readonly events: LoggedEvent[];
  readonly audited: AuditRecord[];
}

export function bench(
  definitions: readonly ToolDefinition[],
  options: { kernel?: Partial<CallKernel>; policy?: ToolPolicy; run?: Partial<RunContext> } = {},
): Bench {
  const events: LoggedEvent[] = [];
  const audited: AuditRecord[] = [];
  let ids = 0;
  const kernel: CallKernel = {
    permissions: new RuleBasedPermissionService({ profile: 'open' }),
    scheduler: new LaneScheduler(),
    journal: undefined,
    audit: { record: (record) => void audited.push(record) },
    artifacts: new InMemoryArtifactStore(),
    clock: new SystemClock(),
    ids: { next: (kind) => `${kind}_${++ids}` },
    middleware: [],
    logger: silentLogger,
    offloader: { run: () => Promise.reject(new Error('no workers here')), close: () => Promise.resolve() },
    maxResultChars: 12_000,
    ...options.kernel,
  };
  const emit = <T extends EventType>(type: T, fields: EventFields[T]): void => void events.push({ type, ...fields });
  const run: RunContext = { ...directRun(), runId: 'run_1', emit, ...options.run };
  return { tools: compileTools(new ToolSnapshot(definitions), resolvePolicy(options.policy), kernel), kernel, run, events, audited };
}

export async function perform(
  at: Bench,
  args: Parameters<typeof prepareCall>[1]['args'],
  name = 'echo',
  callId = 'call_1',
): Promise<CallOutcome> {
  const prepared = await prepareCall(at.tools, { callId, providerCallId: callId, name, args }, at.run);
  if (prepared.kind === 'settled') return { kind: 'result', result: prepared.result };
  if (prepared.kind === 'pending') return { kind: 'pending', pending: prepared.request };
  return performCall(at.tools, prepared.call, at.run);
}

export async function resultOf(at: Bench, args: Parameters<typeof perform>[1], name?: string): Promise<ToolResult> {
  const outcome = await perform(at, args, name);
  if (!('result' in outcome)) throw new Error(`no result: ${outcome.kind}`);
  return outcome.result;
}
