import type { JsonObject } from '../contracts/json.js';
import type { CallFacts, Decision } from '../contracts/permissions.js';
import type { ToolDefinition } from '../contracts/tool-definition.js';
import { type ArgumentMatcher, compileArgumentMatcher } from './match/argument-matcher.js';

/** What a policy says of dangerous commands. */
export interface DangerousCommandsOptions {
  /** `ask` unless given. */
  readonly verdict?: 'ask' | 'deny';
  /** Patterns of commands, as in a deny rule. They take the place of the built-in list. */
  readonly commands?: readonly string[];
}

/** The guard for one tool: its shell parameters, and the list that counts for them. */
export interface DangerousCommands {
  readonly verdict: 'ask' | 'deny';
  readonly parameters: readonly string[];
  /** Matchers of the policy's own list; undefined for the built-in one. */
  readonly own: readonly ArgumentMatcher[] | undefined;
}

/** Compiles the guard for one tool; undefined for a tool that runs no commands. The patterns have been checked. */
export function compileDangerousCommands(
  tool: ToolDefinition,
  { verdict = 'ask', commands }: DangerousCommandsOptions,
): DangerousCommands | undefined {
  const parameters = Object.keys(tool.semantics).filter((name) => tool.semantics[name] === 'shell-command');
  if (parameters.length === 0) return undefined;
  const compile = (name: string, pattern: string): ArgumentMatcher =>
    compileArgumentMatcher({ name, pattern, semantics: 'shell-command', reading: 'restrict', omitted: undefined });
  const own = commands === undefined ? undefined : parameters.flatMap((name) => commands.map((pattern) => compile(name, pattern)));
  return { verdict, parameters, own };
}

/** The guard's word on a call with a dangerous command. Only what certainly is one counts: the rest is left to the rules. */
export function findDanger({ verdict, parameters, own }: DangerousCommands, args: JsonObject, facts: CallFacts): Decision | undefined {
  const reason = own === undefined ? builtInDanger(parameters, facts) : ownDanger(own, args, facts);
  if (reason === undefined) return undefined;
  const rest = verdict === 'ask' ? ', and that needs a person’s word' : '';
  return { verdict, reason: `${reason}${rest}`, source: 'guard' };
}

function builtInDanger(parameters: readonly string[], facts: CallFacts): string | undefined {
  for (const [key, { line }] of Object.entries(facts.commands ?? {})) {
    const [danger] = line.dangers;
    if (danger !== undefined && parameters.some((name) => key === name || key.startsWith(`${name}[`))) {
      return `the command is on the list of dangerous ones: ${danger}`;
    }
  }
  return undefined;
}

function ownDanger(own: readonly ArgumentMatcher[], args: JsonObject, facts: CallFacts): string | undefined {
  return own.some((matcher) => matcher.match(args, facts) === 'yes') ? 'the command is on the policy’s list of dangerous ones' : undefined;
}
