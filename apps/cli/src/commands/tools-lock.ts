import { withHarness } from '../boot-harness.js';
import { counted } from '../doctor/finding.js';
import { ExitCode } from '../exit-code.js';
import type { HarnessFlags } from '../harness-flags.js';
import { writeJson, writeLine, type CommandIo } from '../io.js';
import { compareLocks } from '../lock/compare-locks.js';
import { lockPath, readLock, writeLock } from '../lock/lock-file.js';
import { lockTools, type LockedTools } from '../lock/tool-lock.js';
import { showLockChanges } from '../output/show-lock-changes.js';

/** Flags of `tools lock`. */
export interface ToolsLockFlags extends HarnessFlags {
  readonly check?: boolean;
  readonly out?: string;
}

/**
 * `tackroom tools lock [--check]`: writes what models see of the tools into a file, or compares it with the file; gives 1
 * where it is not the same. Throws `CLI_FILE_UNREADABLE`, `CLI_FILE_UNWRITABLE`, `CLI_JSON_INVALID`, `CLI_LOCK_INVALID`.
 */
export async function toolsLock(flags: ToolsLockFlags, io: CommandIo): Promise<ExitCode> {
  return withHarness(flags, io, async (harness, settings) => {
    const file = lockPath(flags.out, settings);
    const tools = lockTools(harness.tools.list().flatMap(({ name }) => harness.tools.inspect(name) ?? []));
    if (flags.check === true) return check(file, tools, { io, json: flags.json === true });
    await writeLock(file, tools);
    if (flags.json === true) writeJson(io, { file: file.path, tools: [...tools.keys()] });
    else writeLine(io, `Locked ${counted(tools.size, 'tool')} in ${file.name}.`);
    return ExitCode.success;
  });
}

async function check(
  file: ReturnType<typeof lockPath>,
  tools: LockedTools,
  { io, json }: { readonly io: CommandIo; readonly json: boolean },
): Promise<ExitCode> {
  const changes = compareLocks(await readLock(file), tools);
  const ok = changes.length === 0;
  if (json) writeJson(io, { ok, file: file.path, changes });
  else if (ok) writeLine(io, `${counted(tools.size, 'tool')} as locked in ${file.name}.`);
  else {
    showLockChanges(changes, io);
    writeLine(io, `\nNot as locked in ${file.name}. If it is meant: tackroom tools lock`);
  }
  return ok ? ExitCode.success : ExitCode.failed;
}
