import type { JsonSchema } from '@tackroom/core';
import type { SchemaUndo } from './schema-undo.js';

/** A provider whose models are sent tools in a form of its own. */
export type DialectProvider = 'openai' | 'anthropic' | 'google';

/** Where a copy differs from the tool as it is registered. */
export interface DialectNote {
  /**
   * `adapted`: said in another way. `lost`: the model is not told; the call is still held to it. `not-strict`: the tool was
   * to be strict and cannot be.
   */
  readonly kind: 'adapted' | 'lost' | 'not-strict';
  /** Of the parameter, such as `filters[].name`; empty for the tool itself. */
  readonly path: string;
  /** One line. */
  readonly text: string;
}

/** What of a tool its provider reads. */
export interface DescribedTool {
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** A tool as its provider takes it; what is registered stays as it is, and validates the calls. */
export interface DialectCopy extends DescribedTool {
  /** Given to the provider as it is; undefined where it has no such word. */
  readonly strict: boolean | undefined;
  readonly notes: readonly DialectNote[];
  /** Takes arguments that follow the copy back to the registered schema; undefined where they are the same. */
  readonly undo: SchemaUndo | undefined;
}

/** How one provider takes tools. Without state: equal tools get equal copies. */
export interface SchemaDialect {
  readonly provider: DialectProvider;
  copy(tool: DescribedTool): DialectCopy;
}
