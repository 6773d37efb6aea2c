import { HarnessError, problemsError, type Problem } from '../contracts/errors.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { toAISDKTools, type AISDKOptions, type AISDKToolSet } from './ai-sdk-tools.js';
import { CatalogDraft } from './catalog-draft.js';
import { changeItem, expandItem, expandName, type ExpandedItem, type ToolItem, type ToolSources } from './catalog-items.js';
import { OVERRIDES, type DefinitionOverrides } from './copy-definition.js';
import {
  toAnthropicTools,
  toGeminiTools,
  toMcpTools,
  toOpenAITools,
  toSchemas,
  type AnthropicTool,
  type GeminiTools,
  type McpTool,
  type OpenAITool,
  type ToolSchema,
} from './provider-tools.js';
import { compileFilter, type ToolFilter } from './tool-filter.js';
import { resolvePolicy, type ToolPolicy } from './tool-policy.js';
import { ToolSnapshot } from './tool-snapshot.js';

/** What a catalog is made with. */
export interface ToolCatalogOptions {
  /** What this catalog says for all its tools, over any agent's word. */
  readonly policy?: ToolPolicy;
  readonly sources?: ToolSources;
}

/** What a registration may say over the tool. */
export interface RegisterOptions extends DefinitionOverrides {
  /** Takes the place of a registered tool with the same name. */
  readonly replace?: boolean;
}

/** An item of a list of tools: one that stands for tools, or a catalog to attach. */
export type ToolListItem = ToolItem | ToolCatalog;

interface CurrentSnapshot {
  readonly version: number;
  readonly all: ToolSnapshot;
  readonly filtered: WeakMap<ToolFilter, ToolSnapshot>;
}

/**
 * The tools of a harness or an agent, by name. It holds data and runs nothing. Runs take a snapshot, so that a change
 * never reaches one that is under way.
 */
export class ToolCatalog {
  readonly ownPolicy: ToolPolicy;
  private readonly sources: ToolSources;
  private readonly tools = new Map<string, ToolDefinition>();
  private readonly attached: ToolCatalog[] = [];
  /** Names that took the place of an attached catalog's tool on purpose. */
  private readonly replaced = new Set<string>();
  private changes = 0;
  private current: CurrentSnapshot | undefined;

  /** Throws `POLICY_INVALID`. */
  constructor(options: ToolCatalogOptions = {}) {
    this.ownPolicy = Object.freeze({ ...options.policy });
    this.sources = options.sources ?? {};
    resolvePolicy(this.ownPolicy);
  }

  /** Grows with every change, those of attached catalogs included. */
  get version(): number {
    return this.attached.reduce((sum, catalog) => sum + catalog.version, this.changes);
  }

  /**
   * Registers one tool: a function, a class with one tool, a definition (which is copied), or the name of a built-in tool.
   * Options say over it only what they name. Throws `REGISTRY_INVALID`.
   */
  register(item: ToolItem, options: RegisterOptions = {}): ToolDefinition {
    const expanded = this.expand(item, 'item');
    const problems = [...expanded.problems, ...checkRegisterOptions(options)];
    const [tool, second] = expanded.definitions;
    if (problems.length === 0 && (tool === undefined || second !== undefined)) problems.push(notOne(expanded.definitions));
    if (tool === undefined || problems.length > 0) throw invalid(problems, expanded.cause);
    const { replace = false, ...overrides } = options;
    const { definitions, ...changed } = changeItem(tool, overrides);
    const name = definitions[0]?.name ?? tool.name;
    this.adopt([{ ...changed, definitions, replace: replace || expanded.replace }], ['item']);
    return this.find(name) ?? tool;
  }

  /**
   * Registers a bundle or a built-in tool by name, configured by `options`, and gives the names that are its now. Throws
   * `REGISTRY_INVALID`.
   */
  load(name: string, options: object = {}): readonly string[] {
    return this.adopt([expandName(name, options, `"${name}"`, this.sources)], [`"${name}"`]);
  }

  /**
   * Registers a mixed list, whole or not at all, and gives the names in order. Another catalog in the list is attached: its
   * tools, also later ones, are this catalog's too. Throws one `REGISTRY_INVALID` with every problem of every item; `where`
   * is what they call the list.
   */
  registerAll(items: readonly ToolListItem[], where = 'tools'): readonly string[] {
    if (!Array.isArray(items)) throw invalid([{ code: 'TOOL_ITEM_UNSUPPORTED', where, message: 'This is not a list; write an array.' }]);
    const places = items.map((_, index) => `${where}[${index}]`);
    return this.adopt(
      items.map((item: ToolListItem, index) => this.expand(item, places[index] ?? where)),
      places,
    );
  }

  /** Removes a tool, from the attached catalog if it lives there. Gives whether there was one. */
  unregister(name: string): boolean {
    this.replaced.delete(name);
    if (!this.tools.delete(name)) return this.attached.some((catalog) => catalog.unregister(name));
    this.changes++;
    return true;
  }

  /** The definition registered under exactly this name. */
  get(name: string): ToolDefinition | undefined {
    return this.attached.length === 0 ? this.tools.get(name) : this.snapshot().get(name);
  }

  /** Whether a tool has exactly this name. */
  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /** Definitions in name order. Throws `FILTER_INVALID`. */
  list(filter?: ToolFilter): readonly ToolDefinition[] {
    return this.snapshot(filter).definitions;
  }

  /**
   * The tools of this moment. The same object until something changes, for each filter object too (do not change one
   * after use). Throws `FILTER_INVALID`, and `REGISTRY_INVALID` if an attached catalog has come to share a name with this one.
   */
  snapshot(filter?: ToolFilter): ToolSnapshot {
    const { version } = this;
    if (this.current?.version !== version) this.current = { version, all: new ToolSnapshot(this.merged()), filtered: new WeakMap() };
    const { all, filtered } = this.current;
    if (filter === undefined) return all;
    let snapshot = typeof filter === 'object' ? filtered.get(filter) : undefined;
    if (snapshot === undefined) filtered.set(filter, (snapshot = all.filter(compileFilter(filter))));
    return snapshot;
  }

  /** Name, description and input schema of each tool, in no provider's form. */
  schemas(filter?: ToolFilter): readonly ToolSchema[] {
    return toSchemas(this.list(filter));
  }

  /** `tools` of an OpenAI chat completion. Throws `PROVIDER_NAME_REFUSED`. */
  toOpenAI(filter?: ToolFilter): readonly OpenAITool[] {
    return toOpenAITools(this.list(filter));
  }

  /** `tools` of an Anthropic message. Throws `PROVIDER_NAME_REFUSED`. */
  toAnthropic(filter?: ToolFilter): readonly AnthropicTool[] {
    return toAnthropicTools(this.list(filter));
  }

  /** `tools` of a Gemini request. Throws `PROVIDER_NAME_REFUSED`. */
  toGemini(filter?: ToolFilter): readonly GeminiTools[] {
    return toGeminiTools(this.list(filter));
  }

  /** A tool set of the AI SDK whose calls go to `options.execute`; each entry carries its permission as `toolApproval`. */
  toAISDK(options: AISDKOptions, filter?: ToolFilter): AISDKToolSet {
    return toAISDKTools(this.list(filter), options);
  }

  /** The answer of an MCP server to `tools/list`. */
  toMcp(filter?: ToolFilter): readonly McpTool[] {
    return toMcpTools(this.list(filter));
  }

  private expand(item: unknown, where: string): ExpandedItem & { readonly attach?: ToolCatalog } {
    if (!(item instanceof ToolCatalog)) return expandItem(item, where, this.sources);
    if (!item.reaches(this)) return { definitions: item.list(), replace: false, problems: [], attach: item };
    const message = 'The catalog is this one, or has it attached; leave it out.';
    return { definitions: [], replace: false, problems: [{ code: 'TOOL_ITEM_UNSUPPORTED', where, message }] };
  }

  private reaches(other: ToolCatalog): boolean {
    return this === other || this.attached.some((catalog) => catalog.reaches(other));
  }

  /** Puts items in force, all or none. */
  private adopt(items: readonly (ExpandedItem & { readonly attach?: ToolCatalog })[], places: readonly string[]): readonly string[] {
    const draft = new CatalogDraft((name) => this.find(name));
    items.forEach((item, index) => {
      draft.problems.push(...item.problems);
      for (const definition of item.definitions) draft.add(definition, places[index] ?? '', item.replace);
    });
    if (draft.problems.length > 0) throw invalid(draft.problems, items.find((item) => item.cause !== undefined)?.cause);
    const attach = items.flatMap((item) => item.attach ?? []);
    for (const [name, definition] of draft.additions) {
      if (attach.some((catalog) => catalog.find(name) === definition)) continue;
      if (this.attached.some((catalog) => catalog.has(name))) this.replaced.add(name);
      this.tools.set(name, definition);
    }
    for (const catalog of attach) if (!this.attached.includes(catalog)) this.attached.push(catalog);
    this.changes++;
    return draft.names;
  }

  private find(name: string): ToolDefinition | undefined {
    return this.tools.get(name) ?? this.attached.map((catalog) => catalog.find(name)).find((definition) => definition !== undefined);
  }

  /** Own tools and those of attached catalogs, which may have come to share a name since they were attached. */
  private merged(): Iterable<ToolDefinition> {
    if (this.attached.length === 0) return this.tools.values();
    const draft = new CatalogDraft(() => undefined);
    for (const catalog of this.attached) for (const definition of catalog.list()) draft.add(definition, 'attached catalog', false);
    for (const definition of this.tools.values()) draft.add(definition, 'catalog', this.replaced.has(definition.name));
    if (draft.problems.length > 0) throw invalid(draft.problems);
    return draft.additions.values();
  }
}

function checkRegisterOptions(options: object): readonly Problem[] {
  const known: readonly string[] = ['replace', ...OVERRIDES];
  return Object.keys(options)
    .filter((option) => !known.includes(option))
    .map((option) => ({
      code: 'REGISTER_OPTION_UNKNOWN',
      where: `options.${option}`,
      message: `This is not an option of a registration; the options are ${known.join(', ')}.`,
    }));
}

function notOne(definitions: readonly ToolDefinition[]): Problem {
  const names = definitions.map((definition) => definition.name).join(', ');
  const message = `This stands for ${definitions.length} tools${names === '' ? '' : ` (${names})`}, not one; use registerAll or load.`;
  return { code: 'TOOL_ITEM_UNSUPPORTED', where: 'item', message };
}

function invalid(problems: readonly Problem[], cause?: unknown): HarnessError {
  const { code, message } = problemsError('REGISTRY_INVALID', 'The tools cannot be registered', problems);
  return new HarnessError(code, message, { problems, cause });
}
