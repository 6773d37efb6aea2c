import type { Problem } from '../contracts/errors.js';
import type { Class, InjectionToken } from '../contracts/token.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { readTools, type Owner } from '../decorators/metadata-store.js';
import { checkConstructor } from './check-constructor.js';
import { scanTool, type ScannedTool } from './scan-tool.js';
import { SignatureIndex } from './signature-index.js';
import { shown } from './tool-problem.js';
import { toolkitDefaults } from './toolkit-defaults.js';
import { declaredTools, ownerName } from './toolkit-levels.js';

/** How classes are scanned. */
export interface ScanOptions {
  /** Whether a parameter whose type nobody describes is refused (the default) or left open. */
  readonly unknownTypes?: 'reject' | 'unconstrained';
  /** Toolkits that something else constructs (a value, a factory): their constructors are not looked at. */
  readonly provided?: ReadonlySet<unknown>;
  /** What compilers read from the signatures. */
  readonly signatures?: SignatureIndex;
}

/** A toolkit whose declarations hold together, ready to be bound to an instance. */
export interface ScannedToolkit {
  readonly toolkit: Class;
  /** In the order of declaration, base classes first. */
  readonly toolNames: readonly string[];
  /** Tokens that `@Dep` parameters ask for. */
  readonly dependencies: readonly InjectionToken[];
  /** Definitions whose handlers call this instance's methods. */
  bind(instance: object): readonly ToolDefinition[];
}

/** What a scan found. Toolkits with problems are not among the toolkits. */
export interface ScanResult {
  readonly toolkits: readonly ScannedToolkit[];
  readonly problems: readonly Problem[];
}

/**
 * Reads what decorators wrote on classes and checks all of it at once. Makes nothing, calls nothing of the classes, and
 * never throws for what a user declared: every problem names class, member and what to write instead.
 */
export function scanTools(classes: readonly Class[], options: ScanOptions = {}): ScanResult {
  const problems: Problem[] = [];
  const origins = new Map<string, string>();
  const toolkits = classes.flatMap((item: unknown, index): ScannedToolkit[] => {
    if (!isClass(item)) {
      const message = `It is ${shown(item)}, not a class: give a class with @Tool methods, or a function through toolFunction().`;
      problems.push({ code: 'TOOLKIT_NOT_A_CLASS', where: `item ${index}`, message });
      return [];
    }
    const { tools, problems: found } = scanToolkit(item, options);
    const all = [...found, ...duplicates(tools, origins)];
    problems.push(...all);
    return all.length > 0 ? [] : [scannedToolkit(item, tools)];
  });
  return { toolkits, problems: distinct(problems) };
}

function scanToolkit(
  toolkit: Class,
  options: ScanOptions,
): { readonly tools: readonly ScannedTool[]; readonly problems: readonly Problem[] } {
  const declared = declaredTools(toolkit);
  const defaults = toolkitDefaults(toolkit);
  const { unknownTypes = 'reject', signatures = NO_SIGNATURES } = options;
  const scanned = declared.tools.map((tool) => scanTool(tool, { toolkit, defaults, unknownTypes, signatures }));
  const problems = [...declared.problems, ...defaults.problems, ...scanned.flatMap((tool) => tool.problems)];
  if (options.provided?.has(toolkit) !== true) problems.push(...checkConstructor(toolkit));
  if (declared.tools.length === 0 && problems.length === 0) {
    const message = 'It has no tools: put @Tool() on a method, or on the class if it has an execute method.';
    problems.push({ code: 'TOOLKIT_EMPTY', where: ownerName(toolkit), message });
  }
  return { tools: scanned, problems };
}

const NO_SIGNATURES = new SignatureIndex();

function scannedToolkit(toolkit: Class, tools: readonly ScannedTool[]): ScannedToolkit {
  return Object.freeze({
    toolkit,
    toolNames: Object.freeze(tools.map(({ name }) => name)),
    dependencies: Object.freeze([...new Set(tools.flatMap(({ dependencies }) => dependencies))]),
    bind: (instance: object) => Object.freeze(tools.map((tool) => tool.bind(instance))),
  });
}

/** Names that two tools of the scan share. */
function duplicates(tools: readonly ScannedTool[], origins: Map<string, string>): readonly Problem[] {
  return tools.flatMap(({ name, source }) => {
    const other = origins.get(name);
    origins.set(name, source);
    if (other === undefined) return [];
    const both = other === source ? `twice from ${source}` : `from ${other} and from ${source}`;
    const message = `The tool ${name} comes ${both}: leave one out, or rename one with @Tool({ name }) or @Toolkit({ prefix }).`;
    return [{ code: 'TOOL_DUPLICATE', where: source, message }];
  });
}

/** Two toolkits with one base class find its problems twice. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify([problem.code, problem.where, problem.message]), problem])).values()];
}

function isClass(item: unknown): item is Class {
  if (typeof item !== 'function' || typeof item.prototype !== 'object') return false;
  return /^class\b/.test(Function.prototype.toString.call(item)) || readTools(item as Owner).size > 0;
}
