import { HarnessError, type CompiledTools, type Message, type RunContext } from '@tackroom/core';
import type { LanguageModel, ModelCallOptions, ModelSettings } from '../model/language-model.js';
import type { ModelReply, ReplyListener } from '../model/model-reply.js';
import { ModelRequester } from '../model/model-requester.js';
import type { TranscriptLog } from '../transcript/transcript-log.js';
import type { AgentCore } from './agent-core.js';
import type { RequestPlan } from './machine-state.js';
import type { RunEvents } from './run-events.js';

/** Makes the model requests of one run: builds what is sent, lets hooks look at it, and tells listeners of the reply. */
export class StepRequester {
  private readonly requester: ModelRequester;
  private readonly listener: ReplyListener | undefined;
  private step = 0;

  constructor(
    private readonly agent: AgentCore,
    private readonly context: RunContext,
    private readonly log: TranscriptLog,
    private readonly events: RunEvents | undefined,
  ) {
    this.requester = new ModelRequester(agent.requests);
    this.listener = events === undefined ? undefined : this.listen(events);
  }

  /** Rejects like {@link ModelRequester.request}, and with `MIDDLEWARE_FAILED` when a hook threw. */
  request(plan: RequestPlan, tools: CompiledTools): Promise<ModelReply> {
    this.step = plan.step;
    this.events?.send('step-start', { step: plan.step });
    if (this.agent.modelHooks.length > 0) return this.requestThroughHooks(plan, tools);
    return this.ask(plan, tools, plan.extras.length === 0 ? undefined : [...this.log.messages, ...plan.extras]);
  }

  cancel(reason: unknown): void {
    this.requester.cancel(reason);
  }

  private async requestThroughHooks(plan: RequestPlan, tools: CompiledTools): Promise<ModelReply> {
    const { runId } = this.context;
    const { step } = plan;
    let messages: readonly Message[] = plan.extras.length === 0 ? this.log.messages : [...this.log.messages, ...plan.extras];
    let changed = plan.extras.length > 0;
    for (const hook of this.agent.modelHooks) {
      const answer = await this.guarded(() => hook.beforeModel?.({ runId, step, messages }));
      if (answer === undefined) continue;
      messages = answer;
      changed = true;
    }
    const reply = await this.ask(plan, tools, changed ? messages : undefined);
    const calls = reply.calls.map(({ callId, name }) => ({ id: callId, name }));
    for (const hook of [...this.agent.modelHooks].reverse()) {
      await this.guarded(() => hook.afterModel?.({ runId, step, text: reply.text, calls }));
    }
    return reply;
  }

  private async guarded<T>(hook: () => T): Promise<Awaited<T>> {
    try {
      return await hook();
    } catch (cause) {
      const message = `A hook of this harness failed on a model request: ${cause instanceof Error ? cause.message : String(cause)}`;
      this.events?.send('error', { code: 'MIDDLEWARE_FAILED', message });
      throw new HarnessError('MIDDLEWARE_FAILED', message, { cause });
    }
  }

  private ask(plan: RequestPlan, tools: CompiledTools, messages: readonly Message[] | undefined): Promise<ModelReply> {
    return this.requester.request({
      options: (model, signal) => this.options(plan, tools, messages, model, signal),
      listener: this.listener,
      onReset: (attempt, reason) => this.events?.send('attempt-reset', { step: plan.step, attempt, reason }),
      onSilent: this.events === undefined ? undefined : (seconds) => this.events?.send('waiting', { on: 'model', seconds }),
    });
  }

  private options(
    plan: RequestPlan,
    tools: CompiledTools,
    messages: readonly Message[] | undefined,
    model: LanguageModel,
    abortSignal: AbortSignal,
  ): ModelCallOptions {
    const { specificationVersion } = model;
    const prompt = messages === undefined ? this.log.prompt(specificationVersion) : this.log.promptOf(specificationVersion, messages);
    const offered = plan.withTools ? tools.snapshot.functionTools() : NO_TOOLS;
    const options: ModelCallOptions =
      offered.length === 0
        ? { prompt, abortSignal, includeRawChunks: false, ...(plan.withTools ? undefined : NO_CALLS) }
        : { prompt, abortSignal, includeRawChunks: false, tools: offered, toolChoice: AUTO };
    const { settings } = this.agent;
    if (settings === undefined && plan.maxOutputTokens === undefined) return options;
    return { ...settings, ...withReplyTokens(plan.maxOutputTokens), ...options };
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

const AUTO = Object.freeze({ type: 'auto' });
const NO_TOOLS: readonly never[] = Object.freeze([]);
const NO_CALLS = Object.freeze({ toolChoice: Object.freeze({ type: 'none' }) });

function withReplyTokens(maxOutputTokens: number | undefined): ModelSettings | undefined {
  return maxOutputTokens === undefined ? undefined : { maxOutputTokens };
}
