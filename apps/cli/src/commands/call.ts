import type { ApprovalRequest, Approver, DirectOutcome } from 'tackroom';
import { personName, signedBy } from '../approve/who-answers.js';
import { withRecordedHarness } from '../boot-harness.js';
import { callArguments } from '../call-arguments.js';
import { exitCodeOfCall, type ExitCode } from '../exit-code.js';
import type { HarnessFlags } from '../harness-flags.js';
import { writeJson, writeLine, type CommandIo } from '../io.js';
import { contentText } from '../output/content-text.js';
import { printable } from '../output/printable.js';
import { parseJson } from '../parse-json.js';

/** Flags of `call`. */
export interface CallFlags extends HarnessFlags {
  readonly approve?: boolean;
  readonly by?: string;
  readonly session?: string;
  readonly deps?: string;
}

/** `tackroom call TOOL [JSON | key=value …]`: one call through the whole pipeline. */
export async function call(toolName: string, words: readonly string[], flags: CallFlags, io: CommandIo): Promise<ExitCode> {
  const deps = flags.deps === undefined ? {} : { deps: parseJson(flags.deps, '--deps') };
  return withRecordedHarness(flags, io, async (harness) => {
    const outcome = await harness.attempt(
      { name: toolName, args: callArguments(words, harness.tools.get(toolName)?.inputSchema) },
      {
        signal: io.signal,
        sessionId: flags.session ?? 'cli',
        ...deps,
        ...(flags.approve === true ? { approver: approveOnce(personName(flags)) } : {}),
      },
    );
    const code = exitCodeOfCall(outcome, io.signal.aborted);
    print(outcome, flags, io);
    return code;
  });
}

/** `--approve` is the person's word for this one call. */
function approveOnce(name: string): Approver {
  return { approve: () => ({ type: 'approve', scope: 'once', ...signedBy(name) }) };
}

function print(outcome: DirectOutcome, { json }: CallFlags, io: CommandIo): void {
  const said = outcome.kind === 'pending' ? outcome.request : outcome.result;
  if (json === true) return writeJson(io, { ...said, decision: outcome.decision ?? null });
  const text = outcome.kind === 'pending' ? pendingText(outcome.request) : contentText(outcome.result.content);
  // Another program gets the content as it is; a terminal obeys what it is sent.
  writeLine(io, io.stdout.isTTY === true ? printable(text) : text);
}

/** What a person is to decide, with what the tool would change where it can show that. */
function pendingText({ reason, text, preview }: ApprovalRequest): string {
  const shown = preview === undefined ? [] : [preview.trimEnd()];
  return [`Approval needed: ${reason}`, text, ...shown, 'Nothing ran. Add --approve to run it.'].join('\n');
}
