import type { DialectProvider, JsonSchema } from 'tackroom';

/** `error`: a request with the tool fails. `warning`: a model is told too little. `info`: good to know. */
export type LintLevel = 'error' | 'warning' | 'info';

/** One thing to say of a tool, or of a rule of the policy, as `--json` prints it. */
export interface LintFinding {
  readonly level: LintLevel;
  /** Stable: what was looked at. */
  readonly rule: string;
  readonly tool?: string;
  /** The rule of the policy, such as `permissions.allow[0]: run_command{"command":"tr*"}`. */
  readonly policyRule?: string;
  /** A pattern to write instead. */
  readonly suggestion?: string;
  /** Where it concerns one provider only. */
  readonly provider?: DialectProvider;
  /** Of the parameter, such as `filters[].name`. */
  readonly path?: string;
  /** One line. */
  readonly message: string;
}

/** A tool as a model is to be shown it. */
export interface LintedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}
