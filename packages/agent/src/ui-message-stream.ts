import type { Content, HarnessEvent, JsonObject, JsonValue, Question } from '@tackroom/core';

/** A chunk of the AI SDK's UI message stream, as `useChat` reads it. */
export type UIMessageChunk =
  | { readonly type: 'start'; readonly messageId: string }
  | { readonly type: 'start-step' | 'finish-step' | 'finish' | 'abort' }
  | { readonly type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end'; readonly id: string }
  | { readonly type: 'text-delta' | 'reasoning-delta'; readonly id: string; readonly delta: string }
  | {
      readonly type: 'tool-input-available';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: JsonObject;
      readonly dynamic: true;
    }
  | { readonly type: 'tool-approval-request'; readonly approvalId: string; readonly toolCallId: string }
  | { readonly type: 'tool-output-available'; readonly toolCallId: string; readonly output: JsonValue | Content; readonly dynamic: true }
  | { readonly type: 'tool-output-error'; readonly toolCallId: string; readonly errorText: string; readonly dynamic: true }
  | { readonly type: 'data-question'; readonly id: string; readonly data: UIQuestion }
  | { readonly type: 'error'; readonly errorText: string };

/** A question that a run waits with; the chunk's id is the one to answer. */
export type UIQuestion = Pick<Question, 'toolName' | 'question' | 'choices'> & { readonly toolCallId: string };

/**
 * The events of a run as chunks for `useChat` of the AI SDK. A reply that broke off and starts again becomes a text of its
 * own, since a chunk cannot be taken back. Cancelling the stream cancels the run.
 */
export function toUIMessageStream(events: AsyncIterable<HarnessEvent>): ReadableStream<UIMessageChunk> {
  const chunks = new UIChunks();
  const iterator = events[Symbol.asyncIterator]();
  return new ReadableStream<UIMessageChunk>({
    async pull(controller) {
      for (;;) {
        const next = await iterator.next();
        if (next.done === true) return controller.close();
        const made = chunks.of(next.value);
        for (const chunk of made) controller.enqueue(chunk);
        if (made.length > 0) return;
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** What is open while events become chunks: at most one text and one stretch of reasoning, and a step. */
class UIChunks {
  private count = 0;
  private text: string | undefined = undefined;
  private reasoning: string | undefined = undefined;
  private stepIsOpen = false;

  of(event: HarnessEvent): readonly UIMessageChunk[] {
    switch (event.type) {
      case 'run-start':
        return [{ type: 'start', messageId: event.runId }];
      case 'step-start':
        return [...this.endStep(), ...this.startStep()];
      case 'text-delta':
        return [...this.endReasoning(), ...this.startText(), { type: 'text-delta', id: this.text ?? '', delta: event.text }];
      case 'thinking-delta':
        return [...this.endText(), ...this.startReasoning(), { type: 'reasoning-delta', id: this.reasoning ?? '', delta: event.text }];
      case 'text-end':
      case 'attempt-reset':
        return this.endParts();
      case 'run-pause':
        return [...this.endStep(), { type: 'finish' }];
      case 'run-finish':
        return this.finish(event);
      default:
        return toolChunks(event, this.endParts());
    }
  }

  private finish(event: Extract<HarnessEvent, { type: 'run-finish' }>): readonly UIMessageChunk[] {
    if (event.status === 'cancelled') return [...this.endStep(), { type: 'abort' }];
    const error: readonly UIMessageChunk[] = event.error === undefined ? [] : [{ type: 'error', errorText: event.error.message }];
    return [...this.endStep(), ...error, { type: 'finish' }];
  }

  private startStep(): readonly UIMessageChunk[] {
    this.stepIsOpen = true;
    return [{ type: 'start-step' }];
  }

  private endStep(): readonly UIMessageChunk[] {
    const ended: readonly UIMessageChunk[] = this.stepIsOpen ? [{ type: 'finish-step' }] : [];
    this.stepIsOpen = false;
    return [...this.endParts(), ...ended];
  }

  private endParts(): readonly UIMessageChunk[] {
    return [...this.endText(), ...this.endReasoning()];
  }

  private startText(): readonly UIMessageChunk[] {
    if (this.text !== undefined) return [];
    this.text = `text-${++this.count}`;
    return [{ type: 'text-start', id: this.text }];
  }

  private endText(): readonly UIMessageChunk[] {
    const id = this.text;
    this.text = undefined;
    return id === undefined ? [] : [{ type: 'text-end', id }];
  }

  private startReasoning(): readonly UIMessageChunk[] {
    if (this.reasoning !== undefined) return [];
    this.reasoning = `reasoning-${++this.count}`;
    return [{ type: 'reasoning-start', id: this.reasoning }];
  }

  private endReasoning(): readonly UIMessageChunk[] {
    const id = this.reasoning;
    this.reasoning = undefined;
    return id === undefined ? [] : [{ type: 'reasoning-end', id }];
  }
}

function toolChunks(event: HarnessEvent, ended: readonly UIMessageChunk[]): readonly UIMessageChunk[] {
  switch (event.type) {
    case 'tool-call': {
      const { callId: toolCallId, toolName, args } = event;
      return [...ended, { type: 'tool-input-available', toolCallId, toolName, input: args ?? {}, dynamic: true }];
    }
    case 'approval-request':
      return [...ended, { type: 'tool-approval-request', approvalId: event.id, toolCallId: event.callId }];
    case 'question': {
      const { id, callId: toolCallId, toolName, request } = event;
      const { question, choices } = request;
      return [...ended, { type: 'data-question', id, data: { toolCallId, toolName, question, choices } }];
    }
    case 'tool-result': {
      const { callId: toolCallId, success, output, content, error } = event;
      if (success) return [...ended, { type: 'tool-output-available', toolCallId, output: output ?? content, dynamic: true }];
      return [...ended, { type: 'tool-output-error', toolCallId, errorText: error?.message ?? 'The tool failed.', dynamic: true }];
    }
    default:
      return ended;
  }
}
