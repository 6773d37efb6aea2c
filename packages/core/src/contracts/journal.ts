import type { JsonObject } from './json.js';
import { token, type Token } from './token.js';
import type { ReplayPolicy } from './tool-definition.js';
import type { ToolResult } from './tool-call.js';

/** Written before a handler is started. */
export interface CallIntent {
  readonly runId: string;
  readonly callId: string;
  readonly toolName: string;
  readonly attempt: number;
  readonly args: JsonObject;
  readonly replayPolicy: ReplayPolicy;
  readonly idempotencyKey: string;
  readonly definitionFingerprint: string;
}

/** Intent before an effect, result after it. A write that fails fails the run (`RUN_STORAGE`). */
export interface CallJournal {
  intent(record: CallIntent): void | Promise<void>;
  result(runId: string, callId: string, attempt: number, result: ToolResult): void | Promise<void>;
}

/** Token of the {@link CallJournal} port. */
export const CallJournal: Token<CallJournal> = token('@tackroom/core/CallJournal');
