import type { JsonObject } from '../contracts/json.js';
import type { OffloadTarget } from '../contracts/tool-definition.js';

/** Runs module functions in a worker pool that is started on first use. Whoever makes it closes it. */
export interface Offloader {
  /** Rejects with the function's own error, or with the signal's reason once the worker has been ended. */
  run(target: OffloadTarget, args: JsonObject, signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}
