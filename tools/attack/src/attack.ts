/** One way to attack the harness: inputs are generated, the harness decides or acts, an oracle says whether something got through. */
export interface Attack {
  /** As it is written after `--only`, in kebab-case. */
  readonly name: string;
  /** What would have to happen for an escape, as one line. */
  readonly claim: string;
  /** Attacks until the budget is used up. Cleans up after itself, also when it throws. */
  readonly run: (budget: AttackBudget) => Promise<AttackResult>;
}

/** How long an attack goes on, and where its inputs come from. */
export interface AttackBudget {
  /** The same seed makes the same inputs in the same order. */
  readonly seed: number;
  /** Inputs to try at most. */
  readonly attempts: number;
  /** By `performance.now()`, in milliseconds: no new input is tried after it. */
  readonly deadline: number;
}

/** What an attack found. */
export interface AttackResult {
  /** Inputs that were tried. */
  readonly attempts: number;
  /** One line for each input that got through, with what is needed to try it again. */
  readonly escapes: readonly string[];
  /** Why nothing was tried: a program that this machine does not have. */
  readonly skipped?: string;
}
