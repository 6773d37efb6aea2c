/** Something to say of a rule that is valid and yet hardly means what its author wants. */
export interface PolicyFinding {
  /** Stable: what was looked at. */
  readonly kind:
    | 'covers-longer-words'
    | 'covers-every-program'
    | 'runs-what-it-is-given'
    | 'never-allows'
    | 'options-in-one-order'
    | 'only-without-arguments';
  /** In the policy, such as `permissions.allow[0]`. */
  readonly where: string;
  /** The rule as text. */
  readonly rule: string;
  /** One line. */
  readonly message: string;
  /** A pattern to write instead. */
  readonly suggestion?: string;
}

/** What is said of one pattern. */
export type PatternFinding = Pick<PolicyFinding, 'kind' | 'message' | 'suggestion'>;
