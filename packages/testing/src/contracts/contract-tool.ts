import type { ToolDefinition } from '@tackroom/core';

/** A definition for suites that decide about tools and never run one. */
export function contractTool(name: string, fields: Partial<ToolDefinition> = {}): ToolDefinition {
  const { riskLevel = 'low', fingerprint = `sha256:${name}` } = fields;
  return Object.freeze({
    name,
    description: `The tool ${name}.`,
    title: name,
    category: 'general',
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string' }, count: { type: 'number' }, tags: { type: 'array', items: { type: 'string' } } },
    },
    concurrency: 'parallel',
    replayPolicy: 'manual',
    semantics: {},
    secretParameters: [],
    losslessParameters: [],
    hidden: {},
    origin: { kind: 'user', source: 'contract' },
    ownLimits: false,
    pages: false,
    dependencies: [],
    visiblePerStep: false,
    handler: () => undefined,
    sources: {},
    ...fields,
    riskLevel,
    fingerprint,
  } as const);
}
