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
  /** The doc comment of the method, where a compiler read it. */
  readonly documented: string | undefined;
}

/** The tool as options of `defineTool`, with who said what. Its handler comes with the instance. */
export function decoratedOptions({ name, source, merged, parameters, defaults, documented }: DecoratedTool): ToolOptions {
  const { tool, facts, approval } = merged;
  const { semantics, secretParameters, losslessParameters, dependencies, inputSchema, refine } = parameters;
  const sources: Record<string, ValueSource> = {};
  const options: Writable<ToolOptions> = {
    name,
    description: '',
    handler: unbound,
    origin: { kind: 'user', source },
    semantics,
    secretParameters,
    losslessParameters,
    dependencies,
    sources,
  };
  const say = <O extends keyof ToolOptions>(who: ValueSource, option: O, value: ToolOptions[O] | undefined): void => {
    if (value === undefined) return;
    (options as Partial<Record<O, unknown>>)[option] = value;
    sources[option === 'input' ? 'inputSchema' : option] = who;
  };
  if (tool.name !== undefined) sources['name'] = 'decorator';
  say(tool.description === undefined ? 'signature' : 'decorator', 'description', tool.description ?? documented);
  if (inputSchema !== undefined) options.inputSchema = inputSchema;
  if (refine !== undefined) options.refine = refine;
  if (tool.allowEmptyDescription !== undefined) options.allowEmptyDescription = tool.allowEmptyDescription;
  say(facts.riskLevel === undefined ? 'toolkit' : 'decorator', 'riskLevel', facts.riskLevel ?? defaults.riskLevel);
  say(tool.category === undefined ? 'toolkit' : 'decorator', 'category', tool.category ?? defaults.category);
  say('toolkit', 'instructions', defaults.instructions);
  say('decorator', 'title', tool.title);
  say('decorator', 'input', tool.input);
  say('decorator', 'outputSchema', tool.output);
  say('decorator', 'permission', facts.permission);
  say('decorator', 'approval', approval);
  say('decorator', 'concurrency', facts.concurrency);
  say('decorator', 'replayPolicy', facts.replayPolicy);
  say('decorator', 'timeoutMs', facts.timeoutMs);
  say('decorator', 'retry', facts.retry);
  say('decorator', 'retryIfResult', tool.retryIfResult);
  say('decorator', 'offload', facts.offload);
  say('decorator', 'preview', tool.preview);
  say('decorator', 'pages', tool.pages);
  say('decorator', 'visible', allVisible(tool.visible === undefined ? defaults.visible : [tool.visible, ...defaults.visible]));
  say('decorator', 'visiblePerStep', tool.visiblePerStep ?? (defaults.visiblePerStep || undefined));
  return options;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

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
