import {
  compileTools,
  defineTool,
  directRun,
  InMemoryArtifactStore,
  LaneScheduler,
  performCall,
  prepareCall,
  resolvePolicy,
  RuleBasedPermissionService,
  silentLogger,
  SystemClock,
  ToolSnapshot,
  type AuditRecord,
  type CallKernel,
  type CallOutcome,
  type CompiledTools,
  type EventFields,
  type EventType,
  type IncomingCall,
  type RunContext,
  type ToolDefinition,
  type ToolOptions,
  type ToolPolicy,
  type ToolResult,
} from '@tackroom/core';

/** An event as it was sent, its fields beside its type. */
export type LoggedEvent = { readonly type: EventType } & Record<string, unknown>;

/** A run with everything that was said of it. */
export interface CallBench {
  readonly tools: CompiledTools;
  readonly kernel: CallKernel;
  readonly run: RunContext;
  readonly events: LoggedEvent[];
  readonly audited: AuditRecord[];
}

/** What a test says of its run. */
export interface CallBenchOptions {
  readonly kernel?: Partial<CallKernel>;
  readonly policy?: ToolPolicy;
  readonly run?: Partial<RunContext>;
  readonly onEvent?: (type: EventType, fields: object) => void;
}

/** What `echo` takes. */
export const TEXT = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false };

/** A tool that gives back its text. */
export function echo(options: Partial<ToolOptions> = {}): ToolDefinition {
  return defineTool({ name: 'echo', description: 'Echo.', inputSchema: TEXT, handler: ({ text }) => text, ...options });
}

/** A run over these tools, made of the real parts. */
export function callBench(definitions: readonly ToolDefinition[], options: CallBenchOptions = {}): CallBench {
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
  const emit = <T extends EventType>(type: T, fields: EventFields[T]): void => {
    events.push({ type, ...fields });
    options.onEvent?.(type, fields);
  };
  const run: RunContext = { ...directRun(), runId: 'run_1', emit, ...options.run };
  return { tools: compileTools(new ToolSnapshot(definitions), resolvePolicy(options.policy), kernel), kernel, run, events, audited };
}

/** One call through both halves of the pipeline; one that must be asked about comes back as pending. */
export async function callThrough(at: CallBench, call: Partial<IncomingCall> = {}): Promise<CallOutcome> {
  const callId = call.callId ?? 'call_1';
  const incoming: IncomingCall = { callId, providerCallId: callId, name: 'echo', args: '{"text":"x"}', ...call };
  const prepared = await prepareCall(at.tools, incoming, at.run);
  if (prepared.kind === 'settled') return { kind: 'result', result: prepared.result };
  if (prepared.kind === 'pending') return { kind: 'pending', pending: prepared.request };
  return performCall(at.tools, prepared.call, at.run);
}

/** The result of a call that must end with one. */
export async function resultOf(at: CallBench, call: Partial<IncomingCall> = {}): Promise<ToolResult> {
  const outcome = await callThrough(at, call);
  if (!('result' in outcome)) throw new Error(`no result: ${outcome.kind}`);
  return outcome.result;
}
