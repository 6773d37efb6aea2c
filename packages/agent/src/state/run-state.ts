import { type AnsweredBy, type Clock, HarnessError, type JsonObject, type Message, type PendingItem } from '@tackroom/core';
import type { RunStatus, StopReason } from '../run/machine-state.js';
import { decidePending, waitingIn, type Decide } from './decide-pending.js';
import type { RunStateData } from './run-state-data.js';
import { shownItem } from './shown-item.js';
import { isSigned, signState, verifyState, type StateKey } from './state-signature.js';
import { readStateData } from './versions/run-state-versions.js';
import { hasDecisions, isOwnState, markState, withoutDecisions } from './vouched-decisions.js';

/** How a stored run is read. */
export interface ParseStateOptions {
  /** Refuses a state that this key did not sign, and signs what is made of it. */
  readonly stateKey?: StateKey;
  /** With a key: takes also a state that the key did not sign. What was decided and granted in it counts for nothing. */
  readonly acceptUnsigned?: boolean;
  /** Says whether a request has expired when it is approved; the system's unless given. */
  readonly clock?: Pick<Clock, 'now'>;
}

/** What is known of a state besides its data. */
interface StateAccess extends Known {
  readonly data: RunStateData;
}

/** What a state is made with besides its data, and hands on to the states that decisions make of it. */
interface Known {
  /** The key that vouches for it; undefined if nobody does. */
  readonly key: StateKey | undefined;
  /** False when it came from outside without being verified. */
  readonly trusted: boolean;
  readonly clock: Pick<Clock, 'now'>;
  /** What the state said that was read, if it held decisions or grants which nobody vouches for. */
  readonly claimed: RunStateData | undefined;
  /** Whether its requests were made in this process, from the arguments of their calls. */
  readonly rendered: boolean;
}

const SYSTEM_TIME: Pick<Clock, 'now'> = { now: () => Date.now() };

let access: (state: RunState) => StateAccess;
let make: (read: () => RunStateData, known: Known) => RunState;

/**
 * A run that has stopped, as a value: plain JSON inside, never changed. Decisions give a new state. A paused one can be
 * resumed once, here or in another process.
 */
export class RunState {
  readonly version = 3;
  #read: () => RunStateData;
  #data: RunStateData | undefined;
  #known: Known;

  private constructor(read: () => RunStateData, known: Known) {
    this.#read = read;
    this.#known = known;
  }

  static {
    access = (state) => ({ ...state.#known, data: state.#whole });
    make = (read, known) => new RunState(read, known);
  }

  /**
   * Reads what {@link toJSON} wrote, as a value or as text; every published version can be read. Decisions and grants in it
   * count if a key vouches for them, or if this very process wrote the state; else what was decided waits again. Throws
   * `RUN_STATE_INVALID`, `RUN_STATE_VERSION`, and with a key `RUN_STATE_TAMPERED`.
   */
  static parse(state: string | object, options: ParseStateOptions = {}): RunState {
    const { stateKey, acceptUnsigned = false, clock = SYSTEM_TIME } = options;
    const value = parseText(typeof state === 'string' ? state : writeText(state));
    const signed = stateKey !== undefined && (!acceptUnsigned || isSigned(value, stateKey));
    if (signed) verifyState(value, stateKey);
    const read = readStateData(value);
    const claims = !signed && hasDecisions(read) && !isOwnState(value);
    const data = claims ? withoutDecisions(read) : read;
    const claimed = claims ? read : undefined;
    return new RunState(() => data, { key: stateKey, trusted: stateKey !== undefined, clock, claimed, rendered: false });
  }

  get runId(): string {
    return this.#whole.runId;
  }

  /** Name of the agent whose run it is; only an agent of that name can resume it. */
  get agent(): string {
    return this.#whole.agent;
  }

  get sessionId(): string {
    return this.#whole.sessionId;
  }

  get status(): RunStatus {
    return this.#whole.status;
  }

  get stopReason(): StopReason {
    return this.#whole.stopReason;
  }

  get messages(): readonly Message[] {
    return this.#whole.messages;
  }

  /**
   * What still waits for a decision, in call order. Of a state that was read, an approval shows its call as the arguments say it
   * and nothing that was stored as text; `agent.review(state)` adds reason, preview and grants, made anew.
   */
  get pending(): readonly PendingItem[] {
    const waiting = waitingIn(this.#whole);
    return this.#known.rendered ? waiting : waiting.map(shownItem);
  }

  /** Approves one request, or all that wait. `session` and `always` also grant exactly these arguments for the session. */
  approve(id?: string, options: AnsweredBy & { readonly scope?: 'once' | 'session' | 'always' } = {}): RunState {
    const { scope = 'once' } = options;
    return this.decide(this.#ids(id, 'approval').map((each) => ({ ...whoOf(options), type: 'approve', id: each, scope })));
  }

  /** Rejects one request, or all that wait; the model reads the message. */
  reject(id?: string, options: AnsweredBy & { readonly message?: string } = {}): RunState {
    const words = options.message === undefined ? {} : { message: options.message };
    return this.decide(this.#ids(id, 'approval').map((each) => ({ ...whoOf(options), type: 'reject', id: each, ...words })));
  }

  /** Approves a request with other arguments; they are validated and checked against the policy like any others. */
  edit(id: string, args: JsonObject, who: AnsweredBy = {}): RunState {
    return this.decide([{ ...whoOf(who), type: 'edit', id, args }]);
  }

  /** Answers a question. */
  answer(id: string, text: string, who: AnsweredBy = {}): RunState {
    return this.decide([{ ...whoOf(who), type: 'answer', id, text }]);
  }

  /**
   * Takes several decisions at once, all or none. Throws `APPROVAL_UNKNOWN`, `APPROVAL_REPEATED` (one id twice),
   * `APPROVAL_DECIDED`, `APPROVAL_MISMATCH` (other arguments or another tool than the person saw), `APPROVAL_INVALID`,
   * `APPROVAL_NOT_ENTITLED` (the request names who may answer, and `by` is none of them) and `APPROVAL_EXPIRED` (a yes that
   * comes too late; a no never does).
   */
  decide(decisions: readonly Decide[]): RunState {
    const data = decidePending(this.#whole, decisions, this.#known.clock.now());
    return new RunState(() => data, this.#known);
  }

  /** Plain JSON, signed if the state has a key. Without one, decisions in it count in this process only. */
  toJSON(): JsonObject {
    const plain = JSON.parse(JSON.stringify(this.#whole)) as JsonObject;
    const { signature: _, ...unsigned } = plain;
    if (this.#known.key !== undefined) return signState(unsigned, this.#known.key);
    return hasDecisions(this.#whole) ? markState(unsigned) : unsigned;
  }

  get #whole(): RunStateData {
    this.#data ??= this.#read();
    return this.#data;
  }

  #ids(id: string | undefined, kind: PendingItem['kind']): readonly string[] {
    if (id !== undefined) return [id];
    const ids = this.pending.filter((item) => item.kind === kind).map((item) => item.id);
    if (ids.length === 0) throw new HarnessError('APPROVAL_UNKNOWN', 'No approval is waiting in this state.');
    return ids;
  }
}

function whoOf({ by, at }: AnsweredBy): AnsweredBy {
  return { ...(by === undefined ? {} : { by }), ...(at === undefined ? {} : { at }) };
}

/** A state of a run in this process. `read` is called when the state is first looked at, and must not change its answer. */
export function makeRunState(read: () => RunStateData, key: StateKey | undefined, clock: Pick<Clock, 'now'>): RunState {
  return make(read, { key, trusted: true, clock, claimed: undefined, rendered: true });
}

/** A state with its requests made anew; all else that is known of it stays. */
export function withReviewed(state: RunState, data: RunStateData): RunState {
  const { key, trusted, clock, claimed } = access(state);
  return make(() => data, { key, trusted, clock, claimed, rendered: true });
}

/** What is inside a state, and what it claimed that does not count. */
export interface OpenedState {
  readonly data: RunStateData;
  readonly claimed: RunStateData | undefined;
}

/** Opens a state. With a key: throws `RUN_STATE_TAMPERED` unless the state was made or verified in this process. */
export function openRunState(state: RunState, key: StateKey | undefined): OpenedState {
  const { data, trusted, claimed, key: vouching } = access(state);
  if (key !== undefined && !(trusted && vouching !== undefined && Buffer.from(key).equals(Buffer.from(vouching)))) {
    const message = "The run state was not read with this agent's key; read it with RunState.parse(state, { stateKey }).";
    throw new HarnessError('RUN_STATE_TAMPERED', message);
  }
  return { data, claimed };
}

/** Whatever a caller without types gives: what cannot be written is an empty text, which is no state either. */
function writeText(state: unknown): string {
  try {
    return JSON.stringify(state) ?? ''; // undefined for what JSON leaves out
  } catch (cause) {
    throw new HarnessError('RUN_STATE_INVALID', 'The run state cannot be written as JSON.', { cause });
  }
}

function parseText(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject; // parsed from JSON
  } catch (cause) {
    throw new HarnessError('RUN_STATE_INVALID', 'The run state is not valid JSON; it may be cut off.', { cause });
  }
  throw new HarnessError('RUN_STATE_INVALID', 'The run state is not a JSON object.');
}
