import type { DialectProvider, Harness, PermissionOptions } from 'tackroom';
import { withHarness } from '../boot-harness.js';
import { ExitCode } from '../exit-code.js';
import type { HarnessFlags } from '../harness-flags.js';
import { writeJson, type CommandIo } from '../io.js';
import type { LintFinding } from '../lint/lint-finding.js';
import { LINT_PROVIDERS } from '../lint/lint-providers.js';
import { lintRules } from '../lint/lint-rules.js';
import { lintTools } from '../lint/lint-tools.js';
import { compareLocks } from '../lock/compare-locks.js';
import { lockPath, readLock } from '../lock/lock-file.js';
import { lockTools } from '../lock/tool-lock.js';
import { showLint } from '../output/show-lint.js';
import type { Settings } from '../settings/settings.js';

/** Flags of `tools lint`. */
export interface ToolsLintFlags extends HarnessFlags {
  readonly provider?: readonly DialectProvider[];
  /** A lock file, or whether the project's is to be held to. */
  readonly locked?: string | boolean;
}

/**
 * `tackroom tools lint`: what providers refuse of the tools or models are not told of them, and what rules on commands allow
 * or miss that they do not seem to. Gives 1 if there is an error.
 * With `--locked` throws what reading a lock file throws.
 */
export async function toolsLint(flags: ToolsLintFlags, io: CommandIo): Promise<ExitCode> {
  return withHarness(flags, io, async (harness, settings) => {
    const tools = harness.tools.snapshot().functionTools();
    const found = [...lintTools(tools, flags.provider ?? LINT_PROVIDERS), ...(await unlocked(flags, harness, settings))];
    const definitions = harness.tools.list().flatMap(({ name }) => harness.tools.get(name) ?? []);
    const ofTools = found.sort((a, b) => compare(a.tool ?? '', b.tool ?? ''));
    const findings = [...ofTools, ...(await lintRules(policiesOf(settings), definitions))];
    const ok = findings.every(({ level }) => level !== 'error');
    if (flags.json === true) writeJson(io, { ok, findings });
    else showLint(findings, tools.length, io);
    return ok ? ExitCode.success : ExitCode.failed;
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The policy, and those of agents that bring one. */
function policiesOf({ options, config }: Settings): ReadonlyMap<string, PermissionOptions> {
  const agents = Object.entries(config?.config.agents ?? {});
  const own = agents.flatMap(([name, { permissions }]) => (permissions === undefined ? [] : [[`agents.${name}.`, permissions] as const]));
  return new Map([...(options.permissions === undefined ? [] : [['', options.permissions] as const]), ...own]);
}

async function unlocked({ locked }: ToolsLintFlags, harness: Harness, settings: Settings): Promise<readonly LintFinding[]> {
  if (locked === undefined || locked === false) return [];
  const file = lockPath(locked === true ? undefined : locked, settings);
  const now = lockTools(harness.tools.list().flatMap(({ name }) => harness.tools.inspect(name) ?? []));
  return compareLocks(await readLock(file), now).map(({ tool, kind }) => ({
    level: 'error',
    rule: 'not-locked',
    tool,
    message: `${kind === 'changed' ? 'changed' : `was ${kind}`} since ${file.name} was written; look at it with tackroom tools lock --check`,
  }));
}
