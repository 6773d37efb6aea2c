import type { Refinement, StandardSchema } from '../contracts/standard-schema.js';
import type { ToolDefinition, ToolHandler, ValueSource } from '../contracts/tool-definition.js';
import { frozenJson } from '../schema/frozen-json.js';
import { parseStandard, refuse } from '../schema/standard-schema.js';
import { fingerprintOf } from './fingerprint.js';
import { titleOf } from './snake-case.js';
import type { ToolOptions } from './tool-options.js';
import { completeRetry } from './tool-policy.js';
import type { ToolSchemas } from './tool-schemas.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The definition that checked options make: complete, deeply frozen, with its fingerprint. */
export function completeDefinition(options: ToolOptions, schemas: ToolSchemas): ToolDefinition {
  const { input, output } = schemas;
  let fingerprint: string | undefined;
  const definition: Writable<ToolDefinition> = {
    name: options.name,
    description: options.description ?? '',
    title: options.title ?? titleOf(options.name),
    category: options.category ?? 'general',
    riskLevel: options.riskLevel ?? 'low',
    inputSchema: input.schema,
    concurrency: typeof options.concurrency === 'object' ? Object.freeze({ ...options.concurrency }) : (options.concurrency ?? 'parallel'),
    replayPolicy: options.replayPolicy ?? 'manual',
    semantics: options.semantics === undefined ? NOTHING : Object.freeze({ ...options.semantics }),
    secretParameters: frozenList(options.secretParameters),
    losslessParameters: frozenList(options.losslessParameters),
    hidden: frozenHidden(options),
    origin: Object.freeze({ ...(options.origin ?? { kind: 'user', source: `defineTool('${options.name}')` }) }),
    ownLimits: options.ownLimits ?? false,
    pages: options.pages ?? false,
    dependencies: frozenList(options.dependencies),
    visiblePerStep: options.visiblePerStep ?? false,
    handler: input.standard === undefined ? options.handler : parsingHandler(input.standard, options.handler),
    sources: sourcesOf(options),
    // Computed on first reading: of a thousand tools, half the time to define them would go into digests.
    get fingerprint(): string {
      return (fingerprint ??= fingerprintOf(this));
    },
  };
  const refine = input.standard === undefined ? options.refine : refinementOf(input.standard, options.refine);
  if (refine !== undefined) definition.refine = refine;
  if (output !== undefined) definition.outputSchema = output.schema;
  if (options.approval !== undefined) definition.approval = Object.freeze({ ...options.approval });
  if (options.retry !== undefined) definition.retry = completeRetry(options.retry);
  if (options.offload !== undefined) definition.offload = Object.freeze({ ...options.offload });
  for (const field of OPTIONAL) if (options[field] !== undefined) Object.assign(definition, { [field]: options[field] });
  return Object.freeze(definition);
}

/** Optional fields that are taken as they are. */
const OPTIONAL = ['permission', 'timeoutMs', 'retryIfResult', 'visible', 'instructions', 'preview', 'reconcile'] as const;

// Most tools have none of these, and freezing is the larger part of completing a definition.
const NOTHING: Readonly<Record<string, never>> = Object.freeze({});
const NONE: readonly never[] = Object.freeze([]);

function frozenList<T>(list: readonly T[] | undefined): readonly T[] {
  return list === undefined || list.length === 0 ? NONE : Object.freeze([...list]);
}

function frozenHidden(options: ToolOptions): ToolDefinition['hidden'] {
  if (options.hidden === undefined) return NOTHING;
  const copy = frozenJson(options.hidden);
  return ('value' in copy ? copy.value : {}) as ToolDefinition['hidden'];
}

/** The method gets what the library makes of the arguments. */
function parsingHandler(standard: StandardSchema, handler: ToolHandler): ToolHandler {
  return (args, ctx) => {
    const parsed = parseStandard(standard, args, '');
    return parsed instanceof Promise ? parsed.then((value) => handler(value, ctx)) : handler(parsed as typeof args, ctx);
  };
}

function refinementOf(standard: StandardSchema, also: Refinement | undefined): Refinement {
  return (args) => {
    const refusal = refuse(standard, args, '');
    if (also === undefined) return refusal;
    return refusal instanceof Promise ? refusal.then((text) => text ?? also(args)) : (refusal ?? also(args));
  };
}

/** Options that are no value of the definition. */
const UNSOURCED: readonly string[] = ['handler', 'sources', 'origin', 'allowEmptyDescription'];

function sourcesOf(options: ToolOptions): Readonly<Record<string, ValueSource>> {
  if (options.sources !== undefined) return Object.freeze({ ...options.sources });
  const sources: Record<string, ValueSource> = {};
  for (const option of Object.keys(options)) {
    if (UNSOURCED.includes(option) || options[option as keyof ToolOptions] === undefined) continue;
    sources[option === 'input' ? 'inputSchema' : option] = 'definition';
  }
  return Object.freeze(sources);
}
