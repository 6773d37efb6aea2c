import type { Ctx } from '../contracts/ctx.js';
import type { Problem } from '../contracts/errors.js';
import type { ToolHandler, ValueSource } from '../contracts/tool-definition.js';
import type { ToolDecoratorOptions } from '../decorators/tool-declaration.js';
import type { MergedFacts } from './merge-facts.js';
import type { ScannedParameters } from './scan-parameters.js';
import type { ToolOptions } from './tool-options.js';
import { isRecord, shown, wrongOption } from './tool-problem.js';
import type { ToolkitDefaults } from './toolkit-defaults.js';

/** What decorators said of a tool, put together. */
export interface DecoratedTool {
  readonly name: string;
  /** Class and member of the toolkit. */
  readonly source: string;
  readonly merged: MergedFacts;
  readonly parameters: ScannedParameters;
  readonly defaults: ToolkitDefaults;
}

/** The tool as options of `defineTool`, with who said what. Its handler comes with the instance. */
export function decoratedOptions({ name, source, merged, parameters, defaults }: DecoratedTool): ToolOptions {
  const { tool, facts, approval } = merged;
  const toolkit = given({
    category: tool.category === undefined ? defaults.category : undefined,
    riskLevel: facts.riskLevel === undefined ? defaults.riskLevel : undefined,
    instructions: defaults.instructions,
  });
  const said = given({
    ...facts,
    // Its name is that of a method; the definition takes the method itself, which comes with the instance.
    reconcile: undefined,
    approval,
    title: tool.title,
    category: tool.category,
    input: tool.input,
    outputSchema: tool.output,
    retryIfResult: tool.retryIfResult,
    preview: tool.preview,
    pages: tool.pages,
    visible: allVisible([...(tool.visible === undefined ? [] : [tool.visible]), ...defaults.visible]),
    visiblePerStep: tool.visiblePerStep ?? (defaults.visiblePerStep || undefined),
  });
  const sources: Record<string, ValueSource> = { ...sourcesOf(toolkit, 'toolkit'), ...sourcesOf(said, 'decorator') };
  if (tool.name !== undefined) sources['name'] = 'decorator';
  if (tool.description !== undefined) sources['description'] = 'decorator';
  const { semantics, secretParameters, losslessParameters, dependencies, inputSchema, refine } = parameters;
  return {
    ...toolkit,
    ...said,
    ...given({ inputSchema, refine, allowEmptyDescription: tool.allowEmptyDescription }),
    name,
    description: tool.description ?? '',
    handler: unbound,
    origin: { kind: 'user', source },
    semantics,
    secretParameters,
    losslessParameters,
    dependencies,
    sources,
  };
}

const unbound: ToolHandler = () => undefined;

/** Names of what `@Tool` takes. */
const TOOL_OPTIONS: Readonly<Record<keyof ToolDecoratorOptions, true>> = {
  name: true,
  description: true,
  title: true,
  category: true,
  riskLevel: true,
  input: true,
  output: true,
  permission: true,
  concurrency: true,
  replayPolicy: true,
  timeoutMs: true,
  retry: true,
  retryIfResult: true,
  semantics: true,
  secretParameters: true,
  coerce: true,
  visible: true,
  visiblePerStep: true,
  preview: true,
  pages: true,
  allowEmptyDescription: true,
};

/** Options of `@Tool` that there are not, or that have no check elsewhere. */
export function checkDecorator(tool: ToolDecoratorOptions, where: string): readonly Problem[] {
  if (!isRecord(tool))
    return [{ code: 'TOOL_OPTION_INVALID', where, message: `@Tool was given ${shown(tool)}; write an object of options.` }];
  const names = Object.keys(TOOL_OPTIONS);
  const problems = Object.keys(tool)
    .filter((option) => !names.includes(option))
    .map((option) => wrongOption(where, option, `is not an option of @Tool; the options are ${names.join(', ')}`));
  if (tool.coerce !== undefined && tool.coerce !== 'lossless')
    problems.push(wrongOption(where, 'coerce', `is ${shown(tool.coerce)}; write 'lossless'`));
  return problems;
}

function allVisible(conditions: readonly ((ctx: Ctx) => boolean)[]): ((ctx: Ctx) => boolean) | undefined {
  return conditions.length < 2 ? conditions[0] : (ctx) => conditions.every((isVisible) => isVisible(ctx));
}

/** The members that are said. */
function given<T extends object>(options: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  const said: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in options) if (options[key] !== undefined) said[key] = options[key] as Exclude<T[typeof key], undefined>;
  return said;
}

function sourcesOf(options: object, source: ValueSource): Readonly<Record<string, ValueSource>> {
  const sources: Record<string, ValueSource> = {};
  for (const option of Object.keys(options)) sources[option === 'input' ? 'inputSchema' : option] = source;
  return sources;
}
