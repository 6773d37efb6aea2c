import type { DecisionTrace } from 'tackroom';
import { withHarness } from '../boot-harness.js';
import { callArguments } from '../call-arguments.js';
import { ExitCode } from '../exit-code.js';
import type { HarnessFlags } from '../harness-flags.js';
import { writeJson, writeLine, type CommandIo } from '../io.js';
import { formatWrappedTable } from '../output/format-table.js';
import { paint } from '../output/paint.js';
import { printable } from '../output/printable.js';

/** Flags of `permissions explain`. */
export interface PermissionsExplainFlags extends HarnessFlags {
  readonly session?: string;
}

/** `tackroom permissions explain TOOL [JSON | key=value …]`: what the policy says of a call that is not made, and why. */
export async function permissionsExplain(
  toolName: string,
  words: readonly string[],
  flags: PermissionsExplainFlags,
  io: CommandIo,
): Promise<ExitCode> {
  return withHarness(flags, io, async (harness) => {
    const args = callArguments(words, harness.tools.get(toolName)?.inputSchema);
    const trace = await harness.explain({ name: toolName, args }, { signal: io.signal, sessionId: flags.session ?? 'cli' });
    if (flags.json === true) writeJson(io, trace);
    else show(trace, io);
    return exitCodeOf(trace);
  });
}

/** The code that `call` would give before anything runs. */
function exitCodeOf({ verdict, source }: DecisionTrace): ExitCode {
  if (source === 'none') return ExitCode.failed;
  return verdict === 'allow' ? ExitCode.success : verdict === 'ask' ? ExitCode.pending : ExitCode.denied;
}

const OUTCOMES = { matched: 'yes', 'not-matched': 'no', 'not-applicable': '-' } as const;

function show({ verdict, reason, source, rule, steps }: DecisionTrace, io: CommandIo): void {
  const { bold } = paint(io.stdout, io.env);
  writeLine(io, `${bold(verdict)}: ${printable(reason)}`);
  if (source === 'none') return;
  writeLine(io, printable(rule === undefined ? `by ${source}` : `by ${source}: ${rule}`));
  writeLine(io, '');
  const rows = steps.map(({ step, detail, outcome }) => [OUTCOMES[outcome], step, printable(detail)]);
  for (const line of formatWrappedTable([['MATCHES', 'STEP', 'WHAT'], ...rows], io.stdout.columns ?? Infinity)) writeLine(io, line);
}
