import type { JsonValue } from '@tackroom/core';

/** One kind of type, with the schema that it gives and values that show it. */
export interface TypeRow {
  /** The type as it stands in a signature. */
  readonly type: string;
  /** Declarations that it needs. */
  readonly given?: string;
  readonly schema: object;
  readonly valid: readonly JsonValue[];
  readonly invalid: readonly JsonValue[];
  /** Why the compiler cannot be asked whether it takes the same values: it knows nothing of this rule. */
  readonly beyondTsc?: string;
}

/** Rows of one section of the reference. */
export interface TypeSection {
  readonly title: string;
  readonly rows: readonly TypeRow[];
}
