import type { JsonSchema } from '@tackroom/core';
import { flattenRoot, sayingSets } from './flatten-root.js';
import { strictCopy } from './openai-strict.js';
import { mapSchemas, typesOf } from './schema-parts.js';
import type { DescribedTool, DialectCopy, DialectNote, SchemaDialect } from './schema-dialect.js';

/** Which of OpenAI's two interfaces, and whether what can be held to its schema is to be. */
export interface OpenAIDialectOptions {
  readonly api: 'chat' | 'responses';
  readonly strict: boolean;
}

/**
 * OpenAI's chat completions and responses, where 400 is answered to:
 * - a schema that does not "have type 'object'" or has "'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level" (its error);
 * - "array schema missing items" (its error);
 * - a description over 1 024 characters in chat completions: "string too long. Expected a string with maximum length 1024"
 *   (its error; none is known of responses).
 *
 * Responses make a tool strict that says nothing of it, so that optional parameters become required ("Function calling",
 * "Strict mode"); a tool that is not strict says so there. `@ai-sdk/openai` 3.0 passes schema and `strict` on unchanged.
 */
export function openAIDialect({ api, strict }: OpenAIDialectOptions): SchemaDialect {
  return {
    provider: 'openai',
    copy(tool): DialectCopy {
      const notes: DialectNote[] = [];
      const description = api === 'chat' ? shortened(tool.description, notes) : tool.description;
      const held = strict ? strictCopy(tool.inputSchema) : undefined;
      if (held?.kind === 'copy') {
        return { description, inputSchema: held.schema, strict: true, notes: [...notes, ...held.notes], undo: held.undo };
      }
      if (held !== undefined) notes.push({ kind: 'not-strict', path: held.path, text: held.reason });
      return { description, ...looseCopy(tool, notes), strict: api === 'responses' ? false : undefined, notes, undo: undefined };
    },
  };
}

function looseCopy({ inputSchema }: DescribedTool, notes: DialectNote[]): { readonly inputSchema: JsonSchema } {
  const flat = sayingSets(flattenRoot(inputSchema, notes));
  const { enum: values, const: value, not, ...rest } = flat;
  for (const [keyword, given] of [
    ['enum', values],
    ['const', value],
    ['not', not],
  ] as const) {
    if (given !== undefined) notes.push({ kind: 'lost', path: '', text: `${keyword} at the root` });
  }
  const rooted = values === undefined && value === undefined && not === undefined ? flat : rest;
  return { inputSchema: mapSchemas(rooted, withItems) };
}

/** Nothing is lost: without `items` they may be anything, too. */
function withItems(schema: JsonSchema): JsonSchema {
  return schema.items === undefined && typesOf(schema)?.includes('array') === true ? { ...schema, items: {} } : schema;
}

const MAX_DESCRIPTION = 1_024;

function shortened(description: string, notes: DialectNote[]): string {
  if (description.length <= MAX_DESCRIPTION) return description;
  notes.push({ kind: 'lost', path: '', text: `the description is cut at ${MAX_DESCRIPTION} of its ${description.length} characters` });
  return `${description
    .slice(0, MAX_DESCRIPTION - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}
