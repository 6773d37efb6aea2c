import { type Problem, problemsError } from '../contracts/errors.js';
import { escapeGlob } from '../registry/glob.js';
import { mcpRule, type Rule, type ToolWork, workRule } from './rule.js';

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

/** What a tool of theirs does, the kind of parameter that its specifier is about, and how that is written here. */
interface Counterpart {
  readonly work: ToolWork;
  readonly kind: 'path' | 'url' | 'shell-command' | undefined;
  readonly patterns: (specifier: string, list: List) => readonly string[] | undefined;
}

const paths = (work: ToolWork): Counterpart => ({ work, kind: 'path', patterns: pathPatterns });

const COUNTERPARTS: Readonly<Record<string, Counterpart>> = {
  Bash: { work: 'runs-commands', kind: 'shell-command', patterns: commandPatterns },
  Read: paths('shows-files'),
  Glob: paths('finds-files'),
  Grep: paths('searches-files'),
  LS: paths('lists-directories'),
  Edit: paths('changes-files'),
  MultiEdit: paths('changes-files'),
  Write: paths('changes-files'),
  WebFetch: { work: 'fetches', kind: 'url', patterns: hostPatterns },
  WebSearch: { work: 'searches-web', kind: undefined, patterns: () => undefined },
};

/**
 * Reads rules as Claude Code writes them: `Bash(git log:*)`, `Read(src/**)`, `WebFetch(domain:example.com)`,
 * `mcp__server__tool`. Several levels of settings (the user's, the project's, local and managed ones) are given one after another and hold together.
 *
 * A rule becomes one about what tools do, not about their names, so that tools with other names are found. A deny or ask rule on reading
 * covers every tool that shows what is in files; an allow rule on editing never covers `delete`. Ask rules are tried before
 * allow rules, as they are there. A rule that is about no tool of a harness is reported in its log. Throws one
 * `PERMISSIONS_INVALID` that lists every rule which has no counterpart: nothing is dropped.
 */
export function importClaudeRules(...levels: readonly ClaudeRules[]): ImportedRules {
  const problems: Problem[] = [];
  const read = (list: List): readonly Rule[] =>
    levels.flatMap((level, at) => {
      const where = levels.length === 1 ? list : `settings ${at + 1}: ${list}`;
      const texts: unknown = level[list] ?? [];
      if (!Array.isArray(texts)) {
        problems.push({ code: 'PERMISSIONS_RULE_INVALID', where, message: 'must be an array of texts' });
        return [];
      }
      return texts.flatMap((text: unknown, index) => {
        const imported = importRule(text, list);
        if (typeof imported !== 'string') return imported;
        const shown = typeof text === 'string' ? ` (${text})` : '';
        problems.push({ code: 'PERMISSIONS_RULE_INVALID', where: `${where}[${index}]${shown}`, message: imported });
        return [];
      });
    });
  const imported = { allow: read('allow'), ask: read('ask'), deny: read('deny') };
  if (problems.length > 0) throw problemsError('PERMISSIONS_INVALID', 'The rules cannot be imported', problems);
  return imported;
}

/** The rules that a text stands for, or what is wrong with it. */
function importRule(text: unknown, list: List): readonly Rule[] | string {
  if (typeof text !== 'string') return 'must be a text';
  const server = /^mcp__([\w-]+?)(?:__([\w-]+|\*))?$/.exec(text);
  if (server !== null) return [mcpRule(server[1] ?? '', server[2] === '*' ? undefined : server[2], optionsOf(list))];
  if (text.includes('(') !== text.endsWith(')')) return 'has a parenthesis that is not closed';
  const [, name = '', specifier] = /^(\w+)(?:\((.*)\))?$/s.exec(text) ?? [];
  const counterpart = Object.hasOwn(COUNTERPARTS, name) ? COUNTERPARTS[name] : undefined;
  if (counterpart === undefined)
    return `names no tool that has a counterpart; those are ${Object.keys(COUNTERPARTS).join(', ')} and mcp__server__tool`;
  return importSpecifier(counterpart, specifier, list);
}

function importSpecifier({ work, kind, patterns: read }: Counterpart, specifier: string | undefined, list: List): readonly Rule[] | string {
  const options = optionsOf(list);
  if (specifier === undefined || specifier === '' || specifier === '*') return [workRule(work, undefined, options)];
  const backslash = backslashProblem(specifier, kind);
  if (backslash !== undefined) return backslash;
  const patterns = read(specifier, list);
  if (kind === undefined || patterns === undefined) return `has a part in parentheses that cannot be read: ${JSON.stringify(specifier)}`;
  return patterns.map((pattern) => workRule(work, { [kind]: pattern }, options));
}

function optionsOf(list: List): { readonly beforeAllow?: true } {
  return list === 'ask' ? { beforeAllow: true } : {};
}

/** A backslash is a separator to some and an escape to others: read either way, a rule could match nothing without a word. */
function backslashProblem(specifier: string, kind: Counterpart['kind']): string | undefined {
  if (kind === 'shell-command') return specifier.includes('\\*') ? 'escapes a star, which cannot be told from a wildcard here' : undefined;
  return specifier.includes('\\') ? 'has a backslash; write / between folders' : undefined;
}

/** `git log:*` is the command with or without arguments, `git log*` any text that begins so, all else exactly itself. */
function commandPatterns(specifier: string): readonly string[] {
  const bounded = specifier.endsWith(':*') ? `${specifier.slice(0, -2)} *` : specifier;
  return [bounded.split('*').map(escapeGlob).join('*')];
}

/**
 * Paths as in `.gitignore`: `//x` is absolute, `/x` and `./x` are below the project, and a name without a slash is one at
 * any depth. A path may be a folder, with all that it holds. Home directories (`~/x`) cannot be told from here.
 */
function pathPatterns(specifier: string): readonly string[] | undefined {
  if (specifier.startsWith('~') || specifier.startsWith('!')) return undefined;
  const path = specifier.startsWith('//') ? specifier.slice(1) : specifier.replace(/^(?:\.?\/)+/, '');
  if (path === '' || path.split('/').some((segment) => segment.includes('**') && segment !== '**')) return undefined;
  const isAnywhere = !specifier.slice(0, -1).includes('/');
  const pattern = isAnywhere ? `**/${path}` : path;
  const whole = pattern.endsWith('/') ? `${pattern}**` : pattern;
  return whole.endsWith('**') ? [whole] : [whole, `${whole}/**`];
}

/** `domain:example.com` is that host; to restrict, the hosts below it as well. */
function hostPatterns(specifier: string, list: List): readonly string[] | undefined {
  const host = /^domain:((?:\*\.)?[\w.-]+)$/.exec(specifier)?.[1];
  if (host === undefined) return undefined;
  return list === 'allow' || host.startsWith('*') ? [host] : [host, `*.${host}`];
}
