import type { Approver, DirectOutcome } from 'tackroom';
import { bootHarness } from '../boot-harness.js';
import { callArguments } from '../call-arguments.js';
import { exitCodeOfCall, type ExitCode } from '../exit-code.js';
import type { HarnessFlags } from '../harness-flags.js';
import { writeJson, writeLine, type CommandIo } from '../io.js';
import { contentText } from '../output/content-text.js';
import { parseJson } from '../parse-json.js';

/** Flags of `call`. */
export interface CallFlags extends HarnessFlags {
  readonly approve?: boolean;
  readonly session?: string;
  readonly deps?: string;
}

/** `tackroom call TOOL [JSON | key=value …]`: one call through the whole pipeline. */
export async function call(toolName: string, words: readonly string[], flags: CallFlags, io: CommandIo): Promise<ExitCode> {
  const { harness } = await bootHarness(flags, io);
  try {
    const args = callArguments(words, harness.tools.get(toolName)?.inputSchema);
    const outcome = await harness.attempt(
      { name: toolName, args },
      {
        signal: io.signal,
        sessionId: flags.session ?? 'cli',
        ...(flags.deps === undefined ? {} : { deps: parseJson(flags.deps, '--deps') }),
        ...(flags.approve === true ? { approver: APPROVE } : {}),
      },
    );
    print(outcome, flags, io);
    return exitCodeOfCall(outcome);
  } finally {
    await harness.close();
  }
}

/** `--approve` is the person's word for this one call. */
const APPROVE: Approver = { approve: () => ({ type: 'approve', scope: 'once', by: 'tackroom call --approve' }) };

function print(outcome: DirectOutcome, flags: CallFlags, io: CommandIo): void {
  if (flags.json === true) {
    writeJson(
      io,
      outcome.kind === 'pending' ? { ...outcome.request, decision: outcome.decision } : { ...outcome.result, decision: outcome.decision },
    );
  } else if (outcome.kind === 'pending') {
    writeLine(io, `Approval needed: ${outcome.request.reason}\n${outcome.request.text}\nNothing ran. Add --approve to run it.`);
  } else writeLine(io, contentText(outcome.result.content));
}
