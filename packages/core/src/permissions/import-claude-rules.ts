import { type Problem, problemsError } from '../contracts/errors.js';
import { escapeGlob } from '../registry/glob.js';
import { type ArgumentPatterns, type Rule, rule } from './rule.js';

/** The rules of a `permissions` object as Claude Code keeps it in `settings.json`; further members are not looked at. */
export interface ClaudeRules {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}

/** The same as rules of ours, to be spread into a policy. */
export interface ImportedRules {
  readonly allow: readonly Rule[];
  readonly ask: readonly Rule[];
  readonly deny: readonly Rule[];
}

type List = keyof ImportedRules;

/** Which of our tools a tool of theirs is, and what its specifier is about. */
interface Counterpart {
  readonly tools: readonly string[];
  readonly patterns: (specifier: string, list: List) => readonly ArgumentPatterns[] | undefined;
}

const READERS = ['read_file', 'list_directory', 'glob', 'grep'];
const WRITERS = ['write_file', 'edit_file', 'delete', 'generate_file'];

const COUNTERPARTS: Readonly<Record<string, Counterpart>> = {
  Bash: { tools: ['run_command'], patterns: commandPatterns },
  Read: { tools: READERS, patterns: pathPatterns },
  Glob: { tools: ['glob'], patterns: pathPatterns },
  Grep: { tools: ['grep'], patterns: pathPatterns },
  LS: { tools: ['list_directory'], patterns: pathPatterns },
  Edit: { tools: WRITERS, patterns: pathPatterns },
  MultiEdit: { tools: WRITERS, patterns: pathPatterns },
  Write: { tools: WRITERS, patterns: pathPatterns },
  WebFetch: { tools: ['fetch_url'], patterns: hostPatterns },
  WebSearch: { tools: ['web_search'], patterns: () => undefined },
};

/**
 * Reads rules as Claude Code writes them: `Bash(git log:*)`, `Read(src/**)`, `WebFetch(domain:example.com)`,
 * `mcp__server__tool`. Ask rules are tried before allow rules, as they are there. A rule about a tool that this harness
 * has not means nothing and is no error. Throws one `PERMISSIONS_INVALID` that lists every rule which has no counterpart:
 * nothing is dropped.
 */
export function importClaudeRules(rules: ClaudeRules): ImportedRules {
  const problems: Problem[] = [];
  const read = (list: List): readonly Rule[] => {
    const texts: unknown = rules[list] ?? [];
    if (!Array.isArray(texts)) {
      problems.push({ code: 'PERMISSIONS_RULE_INVALID', where: list, message: 'must be an array of texts' });
      return [];
    }
    return texts.flatMap((text: unknown, index) => {
      const read = importRule(text, list);
      if (typeof read !== 'string') return read;
      const shown = typeof text === 'string' ? ` (${text})` : '';
      problems.push({ code: 'PERMISSIONS_RULE_INVALID', where: `${list}[${index}]${shown}`, message: read });
      return [];
    });
  };
  const imported = { allow: read('allow'), ask: read('ask'), deny: read('deny') };
  if (problems.length > 0) throw problemsError('PERMISSIONS_INVALID', 'The rules cannot be imported', problems);
  return imported;
}

/** The rules that a text stands for, or what is wrong with it. */
function importRule(text: unknown, list: List): readonly Rule[] | string {
  if (typeof text !== 'string') return 'must be a text';
  const server = /^mcp__([\w-]+?)(?:__([\w-]+|\*))?$/.exec(text);
  if (server !== null) return [aboutTool(`${server[1] ?? ''}__${server[2] ?? '*'}`, undefined, list)];
  if (text.includes('(') !== text.endsWith(')')) return 'has a parenthesis that is not closed';
  const [, name = '', specifier] = /^(\w+)(?:\((.*)\))?$/s.exec(text) ?? [];
  const counterpart = Object.hasOwn(COUNTERPARTS, name) ? COUNTERPARTS[name] : undefined;
  if (counterpart === undefined)
    return `names no tool that has a counterpart; those are ${Object.keys(COUNTERPARTS).join(', ')} and mcp__server__tool`;
  if (specifier === undefined || specifier === '' || specifier === '*') {
    return counterpart.tools.map((tool) => aboutTool(tool, undefined, list));
  }
  const patterns = counterpart.patterns(specifier, list);
  if (patterns === undefined) return `has a part in parentheses that cannot be read: ${JSON.stringify(specifier)}`;
  return counterpart.tools.flatMap((tool) => patterns.map((args) => aboutTool(tool, args, list)));
}

/** A policy that was written elsewhere may be wider than the tools of one harness. */
function aboutTool(name: string, args: ArgumentPatterns | undefined, list: List): Rule {
  const made = rule(name, args, list === 'ask' ? { beforeAllow: true } : {});
  return made.subject.kind === 'name'
    ? Object.freeze({ ...made, subject: Object.freeze({ ...made.subject, optional: true as const }) })
    : made;
}

/** `git log:*` is the command with or without arguments, `git log*` any text that begins so, all else exactly itself. */
function commandPatterns(specifier: string): readonly ArgumentPatterns[] {
  const bounded = specifier.endsWith(':*') ? `${specifier.slice(0, -2)} *` : specifier;
  return [{ command: bounded.split('*').map(escapeGlob).join('*') }];
}

/**
 * Paths as in `.gitignore`: `//x` is absolute, `/x` and `./x` are below the project, and a name without a slash is one at
 * any depth. A path may be a folder, with all that it holds. Home directories (`~/x`) cannot be told from here.
 */
function pathPatterns(specifier: string): readonly ArgumentPatterns[] | undefined {
  if (specifier.startsWith('~') || specifier.startsWith('!')) return undefined;
  const path = specifier.startsWith('//') ? specifier.slice(1) : specifier.replace(/^(?:\.?\/)+/, '');
  if (path === '' || path.split('/').some((segment) => segment.includes('**') && segment !== '**')) return undefined;
  const isAnywhere = !specifier.slice(0, -1).includes('/');
  const pattern = isAnywhere ? `**/${path}` : path;
  const whole = pattern.endsWith('/') ? `${pattern}**` : pattern;
  return whole.endsWith('**') ? [{ path: whole }] : [{ path: whole }, { path: `${whole}/**` }];
}

/** `domain:example.com` is that host; to restrict, the hosts below it as well. */
function hostPatterns(specifier: string, list: List): readonly ArgumentPatterns[] | undefined {
  const host = /^domain:((?:\*\.)?[\w.-]+)$/.exec(specifier)?.[1];
  if (host === undefined) return undefined;
  return list === 'allow' || host.startsWith('*') ? [{ url: host }] : [{ url: host }, { url: `*.${host}` }];
}
