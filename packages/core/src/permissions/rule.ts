import type { AbstractClass } from '../contracts/token.js';
import type { RiskLevel, ToolDefinition } from '../contracts/tool-definition.js';
import { isGlob } from '../registry/glob.js';
import { escapeUnseen } from './visible-text.js';

/** What a tool does, for rules that were written about tools of other names. */
export type ToolWork =
  'runs-commands' | 'shows-files' | 'finds-files' | 'searches-files' | 'lists-directories' | 'changes-files' | 'fetches' | 'searches-web';

/** Which tools a rule is about. */
export type RuleSubject =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'glob'; readonly pattern: string }
  | { readonly kind: 'definition'; readonly definition: ToolDefinition }
  /** Every tool of the class when `member` is undefined. */
  | { readonly kind: 'member'; readonly toolkit: AbstractClass; readonly member: string | undefined }
  /** Every tool that does this, whatever it is called; its patterns are named for kinds of parameters. Made by imports only. */
  | { readonly kind: 'work'; readonly work: ToolWork }
  /** A tool of an MCP server by its name there, or all of them. */
  | { readonly kind: 'mcp'; readonly server: string; readonly tool: string | undefined }
  | { readonly kind: 'category'; readonly category: string }
  | { readonly kind: 'risk'; readonly level: RiskLevel };

/** A pattern that one argument must match. */
export interface ArgumentPattern {
  readonly name: string;
  readonly pattern: string;
}

/** What a rule may say besides whom it is about. */
export interface RuleOptions {
  /** Why, in a clause. The model reads it when the rule denies, a person when it asks. */
  readonly reason?: string;
  /** For an allow rule: it also holds where a guard would ask. */
  readonly evenIfDangerous?: boolean;
  /** For an ask rule: it is tried before the allow rules. */
  readonly beforeAllow?: boolean;
}

/** One rule as it was written. `problems` says what is wrong with it; a policy that holds such a rule is refused. */
export interface Rule {
  readonly kind: 'permission-rule';
  readonly subject: RuleSubject;
  readonly args: readonly ArgumentPattern[];
  readonly reason: string | undefined;
  readonly evenIfDangerous: boolean;
  readonly beforeAllow: boolean;
  readonly problems: readonly string[];
}

/** A rule, a tool definition, or rule text: a name, a glob, `tool{"argument":"pattern"}`, `category:…`, `risk:…`. */
export type RuleInput = string | ToolDefinition | Rule;

/** Patterns by argument name; all of them must match. */
export type ArgumentPatterns = Readonly<Record<string, string>>;

/** Makes rules; see {@link rule}. */
export interface RuleBuilder {
  (tool: string | ToolDefinition, args?: ArgumentPatterns, options?: RuleOptions): Rule;
  <T extends object>(toolkit: AbstractClass<T>, member?: Extract<keyof T, string>, args?: ArgumentPatterns, options?: RuleOptions): Rule;
  /** A rule about every tool of exactly this category. */
  category(category: string, options?: RuleOptions): Rule;
  /** A rule about every tool of exactly this risk. */
  risk(level: RiskLevel, options?: RuleOptions): Rule;
}

/**
 * A rule about a tool (a name, a glob or a definition) or about a method of a toolkit class (without a method: all its
 * tools), narrowed to arguments if patterns are given. References to definitions and methods follow renames and prefixes; a
 * class is meant as it was registered, not its subclasses.
 * Nothing is thrown here: the policy that takes the rule reports what is wrong with it.
 */
export const rule: RuleBuilder = Object.assign(buildRule, {
  category: (category: string, options?: RuleOptions): Rule => {
    const isPlain = typeof category === 'string' && category !== '' && category === escapeUnseen(category.trim());
    const problems = isPlain ? [] : ['a category is a plain text that is not empty'];
    return createRule({ kind: 'category', category }, undefined, options, problems);
  },
  risk: (level: RiskLevel, options?: RuleOptions): Rule => {
    const problems = isRiskLevel(level) ? [] : [`${JSON.stringify(level)} is no risk level; write low, medium or high`];
    return createRule({ kind: 'risk', level }, undefined, options, problems);
  },
});

/** A rule about every tool that does some work, with a pattern for its parameters of one kind. For imports of other policies. */
export function workRule(work: ToolWork, args: ArgumentPatterns | undefined, options: RuleOptions): Rule {
  return createRule({ kind: 'work', work }, args, options, []);
}

/** A rule about a tool of an MCP server, or about all of them. */
export function mcpRule(server: string, tool: string | undefined, options: RuleOptions): Rule {
  return createRule({ kind: 'mcp', server, tool }, undefined, options, []);
}

/** Whether `value` names a risk. */
export function isRiskLevel(value: unknown): value is RiskLevel {
  return value === 'low' || value === 'medium' || value === 'high';
}

/** Whether `value` was made by {@link rule}, also by another copy of the package. */
export function isRule(value: unknown): value is Rule {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, subject, args, problems } = value as Partial<Rule>;
  return kind === 'permission-rule' && isRecord(subject) && Array.isArray(args) && Array.isArray(problems);
}

/** Whether `value` is a tool definition. */
export function isToolDefinition(value: unknown): value is ToolDefinition {
  if (typeof value !== 'object' || value === null) return false;
  const { name, fingerprint, handler } = value as Partial<ToolDefinition>;
  return typeof name === 'string' && typeof fingerprint === 'string' && typeof handler === 'function';
}

/** The subject that a plain text names, and what is wrong with the text. */
function subjectOfText(text: string): { readonly subject: RuleSubject; readonly problems: readonly string[] } {
  if (isGlob(text)) {
    const isWritten = /^[\w\-*?[\]!^]+$/.test(text);
    return { subject: { kind: 'glob', pattern: text }, problems: isWritten ? [] : [notAName(text)] };
  }
  return { subject: { kind: 'name', name: text }, problems: /^[\w-]{1,64}$/.test(text) ? [] : [notAName(text)] };
}

function buildRule(tool: unknown, ...rest: readonly unknown[]): Rule {
  if (typeof tool === 'function') {
    const [member, args, options] = rest;
    const subject: RuleSubject = { kind: 'member', toolkit: tool as AbstractClass, member: member as string | undefined };
    const isMember = member === undefined || (typeof member === 'string' && member !== '');
    return createRule(subject, args, options, isMember ? [] : ['the second argument of a rule about a class is the name of a method']);
  }
  const [args, options] = rest;
  if (isToolDefinition(tool)) return createRule({ kind: 'definition', definition: tool }, args, options, []);
  if (typeof tool === 'string') {
    const { subject, problems } = subjectOfText(tool);
    return createRule(subject, args, options, problems);
  }
  return createRule({ kind: 'name', name: '' }, args, options, ['a rule is about a tool name, a glob, a definition or a toolkit class']);
}

function createRule(subject: RuleSubject, args: unknown, options: unknown, problems: readonly string[]): Rule {
  const { patterns, problems: argumentProblems } = readPatterns(args);
  const said = isRecord(options) ? (options as RuleOptions) : {}; // values of another type are among the problems
  return Object.freeze({
    kind: 'permission-rule',
    subject: Object.freeze(subject),
    args: patterns,
    reason: said.reason === '' ? undefined : said.reason,
    evenIfDangerous: said.evenIfDangerous === true,
    beforeAllow: said.beforeAllow === true,
    problems: Object.freeze([...problems, ...argumentProblems, ...optionProblems(options)]),
  });
}

function readPatterns(args: unknown): { readonly patterns: readonly ArgumentPattern[]; readonly problems: readonly string[] } {
  if (args === undefined) return { patterns: [], problems: [] };
  if (!isRecord(args)) return { patterns: [], problems: ['argument patterns are an object of argument names and patterns'] };
  const patterns: ArgumentPattern[] = [];
  const problems: string[] = [];
  for (const [name, pattern] of Object.entries(args)) {
    if (typeof pattern === 'string') patterns.push(Object.freeze({ name, pattern }));
    else problems.push(`the pattern of ${JSON.stringify(name)} must be a string; write numbers and booleans as their JSON text`);
  }
  if (Object.keys(args).length === 0) problems.push('names no argument; leave the patterns out to rule on the whole tool');
  return { patterns: Object.freeze(patterns), problems };
}

function optionProblems(options: unknown): string[] {
  if (options === undefined) return [];
  if (!isRecord(options)) return ['the options of a rule are an object'];
  const problems: string[] = [];
  for (const [name, value] of Object.entries(options)) {
    const expected = optionTypes.get(name);
    if (expected === undefined) problems.push(`unknown rule option ${JSON.stringify(name)}; valid: ${[...optionTypes.keys()].join(', ')}`);
    else if (value !== undefined && typeof value !== expected) problems.push(`the rule option ${name} must be a ${expected}`);
  }
  return problems;
}

const optionTypes: ReadonlyMap<string, string> = new Map([
  ['reason', 'string'],
  ['evenIfDangerous', 'boolean'],
  ['beforeAllow', 'boolean'],
]);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notAName(text: string): string {
  const claude = /^[A-Z]\w*\(/.test(text) ? ' (rules like Bash(git log:*) come in through importClaudeRules)' : '';
  return `${JSON.stringify(text)} is neither a tool name nor a glob over tool names${claude}`;
}
