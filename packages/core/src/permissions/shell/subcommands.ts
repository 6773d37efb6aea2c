import { couldBe } from './could-be.js';
import { findOperands } from './find-operands.js';
import { isKnown } from './read-shell-word.js';

/** What is known of the subcommands of a program. */
interface Subcommands {
  /** Letters of options before the subcommand that take a value. */
  readonly values: string;
  /** Long ones, without dashes. */
  readonly longValues: readonly string[];
  /** Those that do what they are called. Any other may be an alias, which can run everything, or a program of its own. */
  readonly plain?: ReadonlySet<string>;
  /** Those that run something else, or change what later commands run. */
  readonly odd?: ReadonlySet<string>;
  /** They may be cut short. */
  readonly abbreviates?: true;
}

const GIT_PLAIN =
  'add am annotate apply archive blame branch bundle cat-file check-attr check-ignore check-mailmap check-ref-format checkout ' +
  'cherry cherry-pick clean clone column commit commit-graph commit-tree count-objects describe diff diff-files ' +
  'diff-index diff-tree fast-export fetch fetch-pack for-each-ref format-patch fsck gc get-tar-commit-id grep hash-object help ' +
  'init interpret-trailers log ls-files ls-remote ls-tree merge merge-base merge-file ' +
  'merge-tree mktree mv name-rev notes pack-refs patch-id prune pull push range-diff read-tree rebase reflog remote ' +
  'repack replace rerere reset restore rev-list rev-parse revert rm send-pack shortlog show show-branch show-ref sparse-checkout ' +
  'stash status stripspace submodule switch symbolic-ref tag unpack-objects update-index update-ref var verify-commit verify-tag ' +
  'version whatchanged worktree write-tree';

const GH_PLAIN =
  'agent-task api attestation auth browse cache codespace completion gist gpg-key help issue label org pr preview project ' +
  'release repo ruleset run search secret ssh-key status variable version workflow';

const SUBCOMMANDS: ReadonlyMap<string, Subcommands> = new Map([
  [
    'git',
    {
      values: 'Cc',
      longValues: ['git-dir', 'work-tree', 'namespace', 'super-prefix', 'config-env', 'attr-source'],
      plain: new Set(GIT_PLAIN.split(' ')),
    },
  ],
  ['gh', { values: 'R', longValues: ['repo', 'hostname'], plain: new Set(GH_PLAIN.split(' ')) }],
  [
    'npm',
    {
      values: 'Cw',
      longValues: ['prefix', 'workspace', 'loglevel'],
      odd: new Set(['config', 'c', 'set', 'explore', 'edit', 'pkg', 'set-script', 'init', 'create', 'innit']),
      abbreviates: true,
    },
  ],
  [
    'pnpm',
    {
      values: 'CF',
      longValues: ['dir', 'filter'],
      odd: new Set(['config', 'c', 'set', 'env', 'create', 'pkg', 'init', 'self-update', 'server', 'patch-commit']),
    },
  ],
  ['yarn', { values: '', longValues: ['cwd'], odd: new Set(['config', 'set', 'plugin', 'node', 'create', 'init', 'policies', 'unplug']) }],
  [
    'cargo',
    {
      values: 'CZ',
      longValues: ['config', 'color'],
      plain: new Set(
        (
          'add b bench build c check clean clippy d doc fetch fix fmt generate-lockfile help info init install locate-project login logout ' +
          'metadata new owner package pkgid publish r read-manifest remove report rm run rustc rustdoc search t test tree uninstall update ' +
          'vendor verify-project version yank'
        ).split(' '),
      ),
    },
  ],
  ['go', { values: 'C', longValues: [], odd: new Set(['generate', 'tool', 'bug']) }],
  [
    'kubectl',
    {
      values: 'nsv',
      longValues: ['namespace', 'context', 'kubeconfig', 'cluster', 'user', 'server', 'token', 'as', 'as-group', 'request-timeout'],
      plain: new Set(
        (
          'annotate api-resources api-versions apply attach auth autoscale certificate cluster-info completion cordon cp create debug delete ' +
          'describe diff drain edit events exec explain expose get help kustomize label logs options patch port-forward proxy replace rollout ' +
          'run scale set taint top uncordon version wait'
        ).split(' '),
      ),
    },
  ],
  ['pip', { values: '', longValues: [], odd: new Set(['config']) }],
]);

/** The subcommand, if it is one that may run what no rule sees; `unknown` if only the shell knows whether it is. */
export interface OddSubcommand {
  readonly named: readonly string[];
  readonly unknown: boolean;
}

const NOT_ODD: OddSubcommand = { named: [], unknown: false };
const UNKNOWN: OddSubcommand = { named: [], unknown: true };

/** Looks at the words behind the name of a program. */
export function oddSubcommand(name: string, words: readonly string[]): OddSubcommand {
  const known = SUBCOMMANDS.get(name);
  if (known === undefined) return NOT_ODD;
  const subcommand = findOperands(words, known.values, known.longValues)[0];
  // An option that only the shell knows may take the next word for its value.
  const end = subcommand === undefined ? words.length : words.indexOf(subcommand);
  if (words.slice(0, end).some((word) => /^-[^=]*\uFFFF/.test(word))) return UNKNOWN;
  if (subcommand === undefined) return NOT_ODD;
  if (!isKnown(subcommand)) return known.plain !== undefined || couldBe(subcommand, known.odd ?? NONE) ? UNKNOWN : NOT_ODD;
  const isOdd = known.plain === undefined ? isOddName(subcommand, known) : !known.plain.has(subcommand);
  return isOdd ? { named: [subcommand], unknown: false } : NOT_ODD;
}

function isOddName(subcommand: string, { odd = NONE, abbreviates }: Subcommands): boolean {
  if (odd.has(subcommand)) return true;
  // "in" is a name of "install".
  return abbreviates === true && subcommand.length > 1 && subcommand !== 'in' && [...odd].some((name) => name.startsWith(subcommand));
}

const NONE: ReadonlySet<string> = new Set();
