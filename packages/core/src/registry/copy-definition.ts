import type { ToolDefinition, ValueSource } from '../contracts/tool-definition.js';
import { duplicateDefinition, isSealed } from './complete-definition.js';
import { defineTool, type ToolOptions } from './define-tool.js';

/** What a registration may say over a definition. Anything absent or undefined is kept as it is. */
export type DefinitionOverrides = Partial<
  Pick<
    ToolOptions,
    | 'name'
    | 'title'
    | 'description'
    | 'category'
    | 'riskLevel'
    | 'permission'
    | 'approval'
    | 'concurrency'
    | 'replayPolicy'
    | 'timeoutMs'
    | 'retry'
    | 'retryIfResult'
    | 'visible'
    | 'visiblePerStep'
    | 'instructions'
  >
>;

/** Names of what {@link DefinitionOverrides} may say. */
export const OVERRIDES: readonly (keyof DefinitionOverrides)[] = [
  'name',
  'title',
  'description',
  'category',
  'riskLevel',
  'permission',
  'approval',
  'concurrency',
  'replayPolicy',
  'timeoutMs',
  'retry',
  'retryIfResult',
  'visible',
  'visiblePerStep',
  'instructions',
];

/**
 * A definition of its own with the same handler. What `changes` names is replaced, checked like a new tool and noted as
 * said by `source`; nothing else changes. Throws `TOOL_INVALID`.
 */
export function copyDefinition(
  definition: ToolDefinition,
  changes: Partial<Omit<ToolOptions, 'sources'>> = {},
  source: ValueSource = 'registration',
): ToolDefinition {
  const said = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (said.length === 0 && isSealed(definition)) return duplicateDefinition(definition);
  const { fingerprint: _computedAnew, ...kept } = definition;
  const sources = { ...kept.sources, ...Object.fromEntries(said.map(([field]) => [field, source])) };
  return defineTool({ ...kept, ...Object.fromEntries(said), sources, allowEmptyDescription: true });
}
