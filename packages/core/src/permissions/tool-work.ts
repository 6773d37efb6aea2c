import type { ParameterSemantics, ToolDefinition } from '../contracts/tool-definition.js';
import type { Reading } from './match/matcher.js';
import type { ArgumentPattern, Rule, ToolWork } from './rule.js';

type Test = (tool: ToolDefinition) => boolean;

const READERS = ['read_file', 'list_directory', 'glob', 'grep'];
const WRITERS = ['write_file', 'edit_file', 'generate_file'];
/** Built-in tools that take paths and show the model nothing of what is there. */
const SHOWING_NOTHING = ['write_file', 'generate_file', 'delete', 'change_directory', 'run_command', 'git_add'];

/** To permit: exactly the tools that the other policy means. */
const PERMITTED: Readonly<Record<ToolWork, Test>> = {
  'runs-commands': takes('shell-command'),
  'shows-files': isOneOf(READERS),
  'finds-files': isOneOf(['glob']),
  'searches-files': isOneOf(['grep']),
  'lists-directories': isOneOf(['list_directory']),
  // Nothing there deletes by a rule about editing.
  'changes-files': isOneOf(WRITERS),
  fetches: isOneOf(['fetch_url']),
  'searches-web': isOneOf(['web_search']),
};

/** To restrict: whatever has the same effect. */
const RESTRICTED: Readonly<Record<ToolWork, Test>> = {
  ...PERMITTED,
  'shows-files': (tool) => isOneOf(READERS)(tool) || (takes('path')(tool) && showsSomething(tool)),
  'changes-files': (tool) => isOneOf([...WRITERS, 'delete'])(tool) || (takes('path')(tool) && isOwn(tool) && tool.category === 'write'),
  fetches: (tool) => isOneOf(['fetch_url'])(tool) || takes('url')(tool),
};

/** Whether a tool does a certain work. */
export function doesWork(work: ToolWork, reading: Reading): Test {
  return (reading === 'permit' ? PERMITTED : RESTRICTED)[work];
}

/**
 * The patterns of a rule as they apply to one tool: any one of the lists, and of a list all. A rule about work names kinds of
 * parameters: to restrict, any parameter of the kind is enough; to permit, each must match.
 */
export function patternsFor(rule: Rule, tool: ToolDefinition, reading: Reading): readonly (readonly ArgumentPattern[])[] {
  const [written] = rule.args;
  if (rule.subject.kind !== 'work' || written === undefined) return [rule.args];
  const { name: kind, pattern } = written;
  const patterns = Object.keys(tool.semantics).flatMap((name) => (tool.semantics[name] === kind ? [{ name, pattern }] : []));
  return reading === 'restrict' ? patterns.map((each) => [each]) : [patterns];
}

/** The name of a built-in tool in its bundle; of any other its own, since a tool may take the place of a built-in one. */
function ownName({ origin, name }: ToolDefinition): string {
  return origin.kind === 'builtin' ? (origin.tool ?? name) : name;
}

function isOneOf(names: readonly string[]): Test {
  return (tool) => names.includes(ownName(tool));
}

function takes(kind: ParameterSemantics): Test {
  return (tool) => Object.values(tool.semantics).includes(kind);
}

function isOwn({ origin }: ToolDefinition): boolean {
  return origin.kind !== 'builtin';
}

function showsSomething(tool: ToolDefinition): boolean {
  if (!isOwn(tool)) return !SHOWING_NOTHING.includes(ownName(tool));
  return ownName(tool) === 'edit_file' || (tool.category !== 'write' && tool.category !== 'execute');
}
