import type { Refinement, StandardSchema } from '../contracts/standard-schema.js';
import type { ToolDefinition, ToolHandler, ValueSource } from '../contracts/tool-definition.js';
import { frozenJson } from '../schema/frozen-json.js';
import { parseStandard, refuse } from '../schema/standard-schema.js';
import { fingerprintOf } from './fingerprint.js';
import { titleOf } from './snake-case.js';
import type { ToolOptions } from './tool-options.js';
import { completeRetry } from './tool-policy.js';
import type { ToolSchemas } from './tool-schemas.js';

const NOTHING: Readonly<Record<string, never>> = Object.freeze({});
const NONE: readonly never[] = Object.freeze([]);

/** Values of what is not said. */
const DEFAULTS = {
  description: '',
  category: 'general',
  riskLevel: 'low',
  concurrency: 'parallel',
  replayPolicy: 'manual',
  semantics: NOTHING,
  secretParameters: NONE,
  losslessParameters: NONE,
  hidden: NOTHING,
  ownLimits: false,
  pages: false,
  dependencies: NONE,
  visiblePerStep: false,
} as const;

/** Options that the definition takes as they are, or as a frozen copy where they are objects. */
const TAKEN = [
  ...(['title', 'description', 'category', 'riskLevel', 'permission', 'approval', 'concurrency', 'replayPolicy', 'timeoutMs'] as const),
  ...(['retryIfResult', 'semantics', 'secretParameters', 'losslessParameters', 'origin', 'ownLimits', 'pages', 'dependencies'] as const),
  ...(['visible', 'visiblePerStep', 'instructions', 'preview', 'reconcile', 'offload', 'refine'] as const),
];

/** The definition that checked options make: complete and deeply frozen. */
export function completeDefinition(options: ToolOptions, { input, output }: ToolSchemas): ToolDefinition {
  const definition = {
    ...DEFAULTS,
    name: options.name,
    title: titleOf(options.name),
    inputSchema: input.schema,
    origin: { kind: 'user', source: `defineTool('${options.name}')` },
    handler: options.handler,
    sources: sourcesOf(options),
  };
  const changed: Record<string, unknown> = {};
  for (const option of TAKEN) if (options[option] !== undefined) changed[option] = frozenCopy(options[option]);
  if (options.hidden !== undefined) changed['hidden'] = frozenHidden(options.hidden);
  if (options.retry !== undefined) changed['retry'] = completeRetry(options.retry);
  if (output !== undefined) changed['outputSchema'] = output.schema;
  if (input.standard !== undefined) {
    changed['handler'] = parsingHandler(input.standard, options.handler);
    changed['refine'] = refinementOf(input.standard, options.refine);
  }
  Object.freeze(Object.assign(definition, changed).origin);
  return seal(definition);
}

/** Another frozen object with the same content; its fingerprint is computed when it is read, like the original's. */
export function duplicateDefinition(definition: ToolDefinition): ToolDefinition {
  const fields: Record<string, unknown> = {};
  for (const field of Object.keys(definition) as (keyof ToolDefinition)[]) if (field !== 'fingerprint') fields[field] = definition[field];
  return seal(fields);
}

function seal(fields: object): ToolDefinition {
  const definition = Object.freeze(Object.defineProperty(fields, 'fingerprint', FINGERPRINT)) as ToolDefinition; // the one field that was missing
  sealed.add(definition);
  return definition;
}

const sealed = new WeakSet<object>();

/** Whether a definition was checked and completed here: another frozen object of that form need not be sound. */
export function isSealed(definition: ToolDefinition): boolean {
  return sealed.has(definition);
}

const fingerprints = new WeakMap<object, string>();

/**
 * Computed on first reading: of a thousand tools, half the time to define them would go into digests. One getter for all,
 * so that definitions share their shape and the code that reads them stays fast.
 */
const FINGERPRINT = {
  enumerable: true,
  get(this: ToolDefinition): string {
    let fingerprint = fingerprints.get(this);
    if (fingerprint === undefined) fingerprints.set(this, (fingerprint = fingerprintOf(this)));
    return fingerprint;
  },
};

function frozenCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.freeze(Array.isArray(value) ? [...(value as unknown[])] : { ...value });
}

function frozenHidden(hidden: object): unknown {
  const copy = frozenJson(hidden);
  return 'value' in copy ? copy.value : NOTHING;
}

/** The method gets what the library makes of the arguments. */
function parsingHandler(standard: StandardSchema, handler: ToolHandler): ToolHandler {
  return (args, ctx) => {
    const parsed = parseStandard(standard, args, '');
    return parsed instanceof Promise ? parsed.then((value: typeof args) => handler(value, ctx)) : handler(parsed as typeof args, ctx);
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
