import type { Problem } from '../contracts/errors.js';
import type { Class } from '../contracts/token.js';
import { readToolkit, readTools, type Owner } from '../decorators/metadata-store.js';
import type { ToolDeclaration } from '../decorators/tool-declaration.js';

/** A method, as it is called. */
export type Method = (this: unknown, ...args: unknown[]) => unknown;

/** One class of a toolkit's prototype chain, as it sees one member. */
export interface Level {
  readonly owner: Owner;
  /** What decorators of this class say of the member; undefined when they say nothing. */
  readonly declaration: ToolDeclaration | undefined;
  /** The class's own method; undefined when it only inherits one. */
  readonly method: Method | undefined;
}

/** A member that some class of the chain made a tool. */
export interface DeclaredTool {
  readonly member: string | symbol;
  /** The toolkit first, its base classes after it. */
  readonly levels: readonly Level[];
  /** The nearest of them that says `@Tool`. */
  readonly toolLevel: Level;
}

/** The tools that a toolkit and its base classes declare, and every decorator that can do nothing where it stands. */
export function declaredTools(toolkit: Class): { readonly tools: readonly DeclaredTool[]; readonly problems: readonly Problem[] } {
  const chain = classChain(toolkit);
  const problems = chain.flatMap(misuses);
  const declarations = chain.map(declarationsOf);
  const members = new Set([...declarations].reverse().flatMap((level) => [...level.keys()]));
  const tools: DeclaredTool[] = [];
  for (const member of members) {
    const levels = chain.map((owner, at): Level => ({
      owner,
      declaration: declarations[at]?.get(member),
      method: ownMethod(owner, member),
    }));
    const toolLevel = levels.find(({ declaration }) => declaration?.tool !== undefined);
    if (toolLevel !== undefined) tools.push({ member, levels, toolLevel });
    else problems.push(...levels.flatMap((level) => undeclared(level, member)));
  }
  return { tools, problems };
}

/** The class and its base classes, nearest first. */
export function classChain(toolkit: Owner): readonly Owner[] {
  const chain: Owner[] = [];
  for (let at: unknown = toolkit; typeof at === 'function' && at !== Function.prototype; at = Object.getPrototypeOf(at))
    chain.push(at as Owner);
  return chain;
}

/** The class's name, or what to call one that has none. */
export function ownerName(owner: Owner): string {
  return owner.name === '' ? 'an anonymous class' : owner.name;
}

/** The class's own method of that name. Properties are read as descriptors, so that no getter ever runs. */
export function ownMethod(owner: Owner, member: string | symbol): Method | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(owner.prototype, member)?.value;
  return typeof value === 'function' ? (value as Method) : undefined;
}

/** What is said of each member, a class that is itself a tool counted as its `execute`. */
function declarationsOf(owner: Owner): ReadonlyMap<string | symbol, ToolDeclaration> {
  const { asTool } = readToolkit(owner);
  const members = readTools(owner);
  if (asTool.decorators.length === 0) return members;
  const own = members.get('execute');
  if (own === undefined) return new Map(members).set('execute', asTool);
  const facts = { ...own.facts, ...asTool.facts, approvals: [...(own.facts.approvals ?? []), ...(asTool.facts.approvals ?? [])] };
  const tool = asTool.tool ?? own.tool;
  const decorators = [...own.decorators, ...asTool.decorators];
  return new Map(members).set('execute', { ...own, facts, decorators, ...(tool === undefined ? {} : { tool }) });
}

function misuses(owner: Owner): Problem[] {
  const { misuses: noted, asTool } = readToolkit(owner);
  const problems = noted.map(({ code, decorator, member, message }): Problem => {
    const where = member === undefined ? ownerName(owner) : `${ownerName(owner)}.${member}`;
    return { code, where, message: `@${decorator} ${message}.` };
  });
  if (asTool.tool !== undefined && readTools(owner).get('execute')?.tool !== undefined) {
    const message = '@Tool stands on the class and on its method execute; keep one.';
    problems.push({ code: 'DECORATOR_REPEATED', where: `${ownerName(owner)}.execute`, message });
  }
  return problems;
}

/** Decorators of a member (or class) that nobody made a tool. */
function undeclared({ owner, declaration }: Level, member: string | symbol): readonly Problem[] {
  if (declaration === undefined) return [];
  const { asTool } = readToolkit(owner);
  if (member === 'execute' && asTool.decorators.length > 0) {
    const message = `${names(asTool.decorators)} on the class, which is not a tool itself; put it on each method, or make the class a tool with @Tool().`;
    return [{ code: 'DECORATOR_MISPLACED', where: ownerName(owner), message }];
  }
  const positions = [...declaration.positions.values()].map(({ kind }) => POSITION_DECORATORS[kind]);
  const found = [...new Set([...declaration.decorators, ...positions])];
  const message = `${names(found)} but no @Tool; add @Tool() to the method, or remove ${found.length === 1 ? 'it' : 'them'}.`;
  return [{ code: 'DECORATOR_MISPLACED', where: `${ownerName(owner)}.${String(member)}`, message }];
}

const POSITION_DECORATORS = { param: 'Param', ctx: 'Ctx', dep: 'Dep' } as const;

function names(decorators: readonly string[]): string {
  const list = decorators.map((decorator) => `@${decorator}`);
  return `There ${list.length === 1 ? 'is' : 'are'} ${list.join(', ')}`;
}
