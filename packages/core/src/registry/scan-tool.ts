import { HarnessError, type Problem } from '../contracts/errors.js';
import type { ToolSignature } from '../contracts/schema-manifest.js';
import type { Class, InjectionToken } from '../contracts/token.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { readToolkit, type Owner } from '../decorators/metadata-store.js';
import { isProblems } from '../schema/shape-source.js';
import { bindTool } from './bind-tool.js';
import { checkBody } from './check-body.js';
import { checkDecorator, decoratedOptions } from './decorated-options.js';
import { prepareTool } from './define-tool.js';
import { mergeFacts } from './merge-facts.js';
import { parameterSlots, type CompiledLevels } from './parameter-slots.js';
import { scanParameters } from './scan-parameters.js';
import type { SignatureIndex } from './signature-index.js';
import { isDerivedName, snakeCase } from './snake-case.js';
import type { ToolkitDefaults } from './toolkit-defaults.js';
import { ownerName, type DeclaredTool } from './toolkit-levels.js';

/** What the scan of one tool is told. */
export interface ToolScanOptions {
  readonly toolkit: Class;
  readonly defaults: ToolkitDefaults;
  readonly unknownTypes: 'reject' | 'unconstrained';
  readonly signatures: SignatureIndex;
}

/** One declared tool and everything that is wrong with it. */
export interface ScannedTool {
  readonly name: string;
  /** Class and member of the toolkit. */
  readonly source: string;
  readonly dependencies: readonly InjectionToken[];
  readonly problems: readonly Problem[];
  /** The definition over one instance; only for a tool without problems. */
  bind(instance: object): ToolDefinition;
}

/** Reads one tool of a toolkit from what its classes declare. */
export function scanTool(tool: DeclaredTool, { toolkit, defaults, unknownTypes, signatures }: ToolScanOptions): ScannedTool {
  const where = `${ownerName(tool.toolLevel.owner)}.${String(tool.member)}`;
  const source = `${ownerName(toolkit)}.${String(tool.member)}`;
  const merged = mergeFacts(tool);
  const compiled = compiledLevels(tool, signatures);
  const signature = compiled.levels.get(tool.toolLevel.owner);
  const examples = signature?.examples ?? [];
  const parameters = scanParameters(parameterSlots(tool, compiled.levels), { where, tool: merged.tool, unknownTypes, examples });
  const name = toolName(tool, merged.tool.name, defaults.prefix);
  const options = decoratedOptions({ name, source, merged, parameters, defaults, documented: signature?.description });
  const schemas = prepareTool(options, where);
  const isNamed = merged.tool.name !== undefined || isDerivedName(name);
  const problems = [
    ...merged.problems,
    ...checkDecorator(merged.tool, where),
    ...(isNamed ? [] : [underivableName(tool, name, where)]),
    ...compiled.problems,
    ...parameters.problems,
    ...checkBody(tool, merged, parameters.sources, where),
    ...(isProblems(schemas) ? schemas.filter(({ code }) => isNamed || code !== 'TOOL_NAME_INVALID') : []),
  ].filter(({ code }) => compiled.problems.length === 0 || !OF_MISSING_SIGNATURE.includes(code));
  const bind = (instance: object): ToolDefinition => {
    if (isProblems(schemas)) throw new HarnessError('TOOL_INVALID', `${source} has problems and cannot be bound`, { problems });
    const { reconcile } = merged.facts;
    return bindTool(instance, { member: tool.member, where: source, options, schemas, sources: parameters.sources, reconcile });
  };
  return { name, source, dependencies: parameters.dependencies, problems, bind };
}

/** What is missing only because a signature could not be used, which is said already. */
const OF_MISSING_SIGNATURE: readonly string[] = ['PARAM_TYPE_UNKNOWN', 'PARAM_NAME_UNKNOWN', 'TOOL_DESCRIPTION_EMPTY'];

/** What compilers read of the member in each class of the chain that has a method for it. */
function compiledLevels(
  { levels, member }: DeclaredTool,
  signatures: SignatureIndex,
): { readonly levels: CompiledLevels; readonly problems: readonly Problem[] } {
  const found = new Map<Owner, ToolSignature>();
  const problems: Problem[] = [];
  for (const { owner, method, declaration } of levels) {
    if (method === undefined || declaration === undefined || typeof member !== 'string') continue;
    const lookup = signatures.ofMember(owner, member);
    problems.push(...lookup.problems);
    if (lookup.signature !== undefined) found.set(owner, lookup.signature);
  }
  return { levels: found, problems };
}

/** The explicit name, or the method's (or class's) in snake_case, after the toolkit's prefix. */
function toolName({ member, toolLevel }: DeclaredTool, explicit: string | undefined, prefix: string | undefined): string {
  const isClassTool = member === 'execute' && readToolkit(toolLevel.owner).asTool.tool !== undefined;
  const name = explicit ?? snakeCase(isClassTool ? toolLevel.owner.name : String(member));
  return prefix === undefined ? name : `${prefix.replace(/_+$/, '')}_${name}`;
}

function underivableName({ member }: DeclaredTool, name: string, where: string): Problem {
  const message = `The name "${String(member)}" becomes "${name}", which is no tool name (a letter, then a-z 0-9 _, at most 64): write @Tool({ name }).`;
  return { code: 'TOOL_NAME_INVALID', where, message };
}
