import { HarnessError, type ClockTimer, type CompiledTools, type Message, type ProviderOptions, type RunContext } from '@tackroom/core';
import type { LanguageModel, ModelCallOptions, ModelSettings, ModelVersion } from '../model/language-model.js';
import type { ModelReply, ReplyListener } from '../model/model-reply.js';
import type { ModelClient } from '../model/model-request.js';
import { ModelRequester } from '../model/model-requester.js';
import { cacheHint, prefixKey } from '../model/prompt-cache.js';
import { dialectOf } from '../model/schema-dialect/dialects.js';
import { toolCopies, withoutDialect, type SentTool, type ToolCopies } from '../model/schema-dialect/tool-copies.js';
import { thrownMessage } from '../thrown-message.js';
import type { TranscriptLog } from '../transcript/transcript-log.js';
import { withNote } from '../transcript/with-note.js';
import type { AgentCore } from './agent-core.js';
import type { RequestPlan } from './machine-state.js';
import type { RunEvents } from './run-events.js';

/** Who is told what came of a step's request. */
export interface StepOwner {
  takeReply(reply: ModelReply): void;
  /** `text`: what had arrived of a request that was cancelled. */
  takeFailure(error: unknown, text: string): void;
}

/** Makes the model requests of one run: builds what is sent, lets hooks look at it, and tells listeners of the reply. */
export class StepRequester implements ModelClient {
  readonly listener: ReplyListener | undefined;
  private readonly requester: ModelRequester;
  private plan: RequestPlan | undefined = undefined;
  private tools: CompiledTools | undefined = undefined;
  /** What the model that was asked last was shown of them; undefined where it was shown them as they are. */
  private copies: ToolCopies | undefined = undefined;
  /** Sent in place of the transcript, when a hook or the plan changes this request. */
  private messages: readonly Message[] | undefined = undefined;
  private hooksAreRunning = false;
  private grace: ClockTimer | undefined = undefined;

  constructor(
    private readonly agent: AgentCore,
    private readonly context: RunContext,
    private readonly log: TranscriptLog,
    private readonly events: RunEvents | undefined,
    private readonly owner: StepOwner,
  ) {
    this.listener = events === undefined ? undefined : this.listen(events);
    this.requester = new ModelRequester(agent.requests, this);
  }

  /** `note` goes with the newest message. Fails like {@link ModelRequester.request}, and with `MIDDLEWARE_FAILED` when a hook threw. */
  request(plan: RequestPlan, tools: CompiledTools, note: string | undefined): void {
    this.plan = plan;
    this.tools = tools;
    this.messages = this.messagesOf(plan, note);
    this.events?.send('step-start', { step: plan.step });
    if (this.agent.modelHooks.length === 0) return this.requester.request();
    this.afterHooks(this.beforeModel(plan.step), () => this.requester.request());
  }

  /** A hook that does not end is abandoned after the grace period, like a model. */
  cancel(reason: unknown): void {
    this.requester.cancel(reason);
    if (!this.hooksAreRunning) return;
    const { clock, graceMs } = this.agent.requests;
    this.grace = clock.timer(graceMs, () => this.owner.takeFailure(reason, ''));
  }

  /** The run is over. */
  dispose(): void {
    this.requester.dispose();
    this.grace?.cancel();
  }

  options(model: LanguageModel, abortSignal: AbortSignal): ModelCallOptions {
    const { plan } = this;
    const withTools = plan?.withTools === true;
    const tools = withTools ? this.offered(model) : NO_TOOLS;
    const hint = this.agent.promptCache ? cacheHint(model.provider, () => prefixKey(this.log.head, tools)) : undefined;
    const prompt = this.prompt(model.specificationVersion, hint?.mark);
    const options: ModelCallOptions =
      tools.length > 0
        ? { prompt, abortSignal, includeRawChunks: false, tools, toolChoice: AUTO }
        : { prompt, abortSignal, includeRawChunks: false, ...(withTools ? undefined : WITHOUT_CALLS) };
    const { settings } = this.agent;
    if (settings === undefined && hint?.request === undefined) return options;
    return { ...settings, ...budgetOf(plan), ...joinOptions(hint?.request, settings?.providerOptions), ...options };
  }

  private offered({ provider }: LanguageModel): readonly SentTool[] {
    const tools = this.tools?.snapshot.functionTools() ?? NO_TOOLS;
    const dialect = dialectOf(provider, { strict: this.agent.strictTools });
    this.copies = dialect === undefined ? undefined : toolCopies(tools, dialect);
    return this.copies?.tools ?? tools;
  }

  /** What is sent with one request only is no place for a note to stay. */
  private messagesOf({ extras }: RequestPlan, note: string | undefined): readonly Message[] | undefined {
    const last = extras.at(-1);
    if (last === undefined) {
      if (note !== undefined) this.log.annotate(note);
      return undefined;
    }
    const newest = note === undefined ? last : (withNote(last, note) ?? last);
    return [...this.log.messages, ...extras.slice(0, -1), newest];
  }

  private prompt(version: ModelVersion, mark: ProviderOptions | undefined): readonly unknown[] {
    return this.messages === undefined ? this.log.prompt(version, mark) : this.log.promptOf(version, this.messages, mark);
  }

  onReset(attempt: number, reason: string): void {
    this.events?.send('attempt-reset', { step: this.step, attempt, reason });
  }

  onSilent(seconds: number): void {
    this.events?.send('waiting', { on: 'model', seconds });
  }

  onReply(given: ModelReply): void {
    const { copies, tools } = this;
    const reply = copies === undefined || tools === undefined ? given : withoutDialect(given, copies, tools.snapshot);
    if (this.agent.modelHooks.length === 0) return this.owner.takeReply(reply);
    this.afterHooks(this.afterModel(reply), () => this.owner.takeReply(reply));
  }

  onFailure(error: unknown, text: string): void {
    this.owner.takeFailure(error, text);
  }

  private get step(): number {
    return this.plan?.step ?? 0;
  }

  private afterHooks(hooks: Promise<void>, next: () => void): void {
    this.hooksAreRunning = true;
    const ended = (): void => {
      this.hooksAreRunning = false;
      this.grace?.cancel();
    };
    hooks.then(
      () => {
        ended();
        next();
      },
      (error: unknown) => {
        ended();
        this.owner.takeFailure(error, '');
      },
    );
  }

  private async beforeModel(step: number): Promise<void> {
    const { runId } = this.context;
    for (const hook of this.agent.modelHooks) {
      const messages = this.messages ?? this.log.messages;
      this.messages = (await this.guarded(async () => messagesOf(await hook.beforeModel?.({ runId, step, messages })))) ?? this.messages;
    }
  }

  private async afterModel(reply: ModelReply): Promise<void> {
    const { runId } = this.context;
    const calls = reply.calls.map(({ callId, name }) => ({ id: callId, name }));
    for (const hook of [...this.agent.modelHooks].reverse()) {
      await this.guarded(() => hook.afterModel?.({ runId, step: this.step, text: reply.text, calls }));
    }
  }

  private async guarded<T>(hook: () => T): Promise<Awaited<T>> {
    try {
      return await hook();
    } catch (cause) {
      const message = `A hook of this harness failed on a model request: ${thrownMessage(cause)}`;
      this.events?.send('error', { code: 'MIDDLEWARE_FAILED', message });
      throw new HarnessError('MIDDLEWARE_FAILED', message, { cause });
    }
  }

  private listen(events: RunEvents): ReplyListener {
    return {
      textStart: () => events.send('text-start', { step: this.step }),
      textDelta: (text) => events.textDelta(text),
      textEnd: (text) => events.send('text-end', { text }),
      thinkingDelta: (text) => events.send('thinking-delta', { text }),
      toolInputDelta: (providerCallId, toolName, delta) => events.send('tool-input-delta', { providerCallId, toolName, delta }),
    };
  }
}

/** A hook without types may give anything; it must not look as if the model had refused it. */
function messagesOf(given: readonly Message[] | undefined): readonly Message[] | undefined {
  if (given === undefined || Array.isArray(given)) return given;
  throw new TypeError('beforeModel gave something that is no list of messages.');
}

const AUTO = Object.freeze({ type: 'auto' });
const WITHOUT_CALLS = Object.freeze({ toolChoice: Object.freeze({ type: 'none' }) });
const NO_TOOLS: readonly never[] = Object.freeze([]);

/** A reply's budget, once it has been raised. */
function budgetOf(plan: RequestPlan | undefined): ModelSettings | undefined {
  return plan?.maxOutputTokens === undefined ? undefined : { maxOutputTokens: plan.maxOutputTokens };
}

/** What an agent says to its provider counts more than a hint. */
function joinOptions(hint: ProviderOptions | undefined, own: ModelSettings['providerOptions'] = {}): ModelSettings | undefined {
  if (hint === undefined) return undefined;
  const providerOptions: Record<string, object> = { ...own };
  for (const [provider, options] of Object.entries(hint)) providerOptions[provider] = { ...options, ...own[provider] };
  return { providerOptions };
}
