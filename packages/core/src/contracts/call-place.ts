/**
 * Where a call acts, taken once when it is prepared. Shown to people, part of the digest that an approval holds for, stored
 * with the call. Plain JSON.
 */
export interface CallPlace {
  /** The working directory that the call's paths start from, relative to the root; `''` is the root. */
  readonly cwd: string;
  /** That directory with links followed; null when that cannot be told. */
  readonly real: string | null;
  /** Where each path argument leads, links followed, by parameter name or `name[index]`; null when that cannot be told. */
  readonly paths: Readonly<Record<string, string | null>>;
}
