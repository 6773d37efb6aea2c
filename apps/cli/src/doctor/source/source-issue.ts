/**
 * What can be wrong with a decorated class, as far as its source shows it:
 * `constructor` and `parameter` are of a type that only emitted metadata tells; `constructor-type` is of a type that names no
 * class; `type-import` needs at run time what was imported as a type; `type-as-value` imports as a value what is only a type;
 * `field` is filled from a constructor's parameter before there is one.
 */
export type IssueKind = 'constructor' | 'constructor-type' | 'type-import' | 'type-as-value' | 'parameter' | 'field';

/** One place in a source. */
export interface SourceIssue {
  readonly kind: IssueKind;
  readonly path: string;
  readonly line: number;
  /** What stands there: `ShelfTools, constructor parameter clock: Clock`. */
  readonly what: string;
  /** Of `type-as-value`: whether the type is a part of a union, which a compiler that sees all files leaves out by itself. */
  readonly isInUnion?: boolean;
}
