import type { CallPlace } from './call-place.js';
import type { JsonObject } from './json.js';
import { token, type Token } from './token.js';

/** On which terms people are asked. */
export interface ApprovalTerms {
  /** Milliseconds after which an approval no longer counts: the call does not run then. For ever unless given. */
  readonly expireAfterMs?: number;
  /**
   * Who may answer: an answer by anybody else, or one that does not say by whom it is, counts for nothing
   * (`APPROVAL_NOT_ENTITLED`). Names are believed, not proved: whoever takes answers must know who gives them.
   */
  readonly approvers?: readonly string[];
  /**
   * What waits with a call that waits for a person. `lane`, unless given: later calls that conflict with it. `turn`: every
   * call of its turn that has not started. An approval of a held call is kept until the call starts.
   */
  readonly hold?: 'lane' | 'turn';
  /** After this many refusals of the same call in a run the next one is refused without asking; 2 unless given. */
  readonly maxRefusals?: number;
}

/**
 * A call that waits for a person. Plain JSON: it survives the process. Its source is `toolName` and `args`, which `argsDigest`
 * binds; `title`, `rule`, `reason`, `guard`, `text`, `preview` and `suggestedGrants` are a rendering of them. A rendering that
 * was stored is never shown: it is made again from the source, see `reviewRequest` and `sourceOf`.
 */
export interface ApprovalRequest {
  readonly kind: 'approval';
  /** Identity of this request; never the call's id. */
  readonly id: string;
  readonly runId: string;
  readonly callId: string;
  /** Root agent first, the agent that made the call last. */
  readonly agentPath: readonly string[];
  readonly toolName: string;
  readonly title: string;
  /** Exactly the arguments that will run. */
  readonly args: JsonObject;
  /** Where it will run; absent for a tool without path or shell-command parameters. */
  readonly place?: CallPlace;
  /** `sha256:` and the digest of tool name, canonical arguments and place. */
  readonly argsDigest: string;
  readonly definitionFingerprint: string;
  /** Text of the rule that asked, if one did. */
  readonly rule?: string;
  readonly reason: string;
  /** A guard asked: only a person's answer to this very call settles it, never a rule, a grant or a flag. */
  readonly guard?: true;
  /** The whole call as text, control and bidirectional characters escaped, nothing cut. */
  readonly text: string;
  readonly preview?: string;
  /** Grants that "always" would make, as rule texts. */
  readonly suggestedGrants: readonly string[];
  /** ISO 8601. */
  readonly requestedAt: string;
  /** ISO 8601. A call that is approved and does not start before it does not run. */
  readonly expiresAt?: string;
  /** Who may answer; anybody unless given. */
  readonly approvers?: readonly string[];
}

/** A question of a tool to a person. Plain JSON. */
export interface Question {
  readonly kind: 'question';
  readonly id: string;
  readonly runId: string;
  readonly callId: string;
  readonly agentPath: readonly string[];
  readonly toolName: string;
  /** The arguments of the call that asks. */
  readonly args: JsonObject;
  /** Unseen characters escaped, so that it can be shown to a person as it is. So are the choices. */
  readonly question: string;
  /** Suggested answers; empty means free text. Another answer is an answer too. */
  readonly choices: readonly string[];
  /** `sha256:` and the digest of tool name, arguments, question and choices: an answer holds for exactly these. */
  readonly argsDigest: string;
  /** Which attempt of the call asks; 1 unless ones before it failed. */
  readonly attempt: number;
  readonly requestedAt: string;
}

/** Who answered and when, as whoever asked them says. */
export interface AnsweredBy {
  readonly by?: string;
  /** ISO 8601. */
  readonly at?: string;
}

/** An answer without its words and arguments, as it is kept on record. */
export interface RecordedAnswer extends AnsweredBy {
  readonly type: 'approve' | 'edit' | 'reject' | 'answer';
  readonly scope?: 'once' | 'session' | 'always';
}

/** What a person said of one approval request. */
export type ApprovalAnswer =
  | { readonly type: 'approve'; readonly scope?: 'once' | 'session' | 'always'; readonly by?: string; readonly at?: string }
  | { readonly type: 'reject'; readonly message?: string; readonly by?: string; readonly at?: string }
  | { readonly type: 'edit'; readonly args: JsonObject; readonly by?: string; readonly at?: string };

/**
 * Answers an ask while the run waits. `undefined` means "cannot answer now": the run pauses. A throw or an answer of
 * another shape approves nothing: the call is refused with `APPROVAL_FAILED`, and the log says why. So is one with an answer
 * of somebody who may not give it (`APPROVAL_NOT_ENTITLED`), or with a yes that came too late (`APPROVAL_EXPIRED`).
 */
export interface Approver {
  approve(request: ApprovalRequest, signal: AbortSignal): ApprovalAnswer | undefined | Promise<ApprovalAnswer | undefined>;
}

/** Token of the {@link Approver} port. */
export const Approver: Token<Approver> = token('@tackroom/core/Approver');
