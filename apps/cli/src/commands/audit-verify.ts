import { verifyAuditTrail } from 'tackroom';
import { readTrail } from '../audit/read-trail.js';
import { counted } from '../doctor/finding.js';
import { ExitCode } from '../exit-code.js';
import { writeJson, writeLine, type CommandIo } from '../io.js';

/** Flags of the `audit` commands. */
export interface AuditFlags {
  readonly file?: string;
  readonly json?: boolean;
  readonly cwd?: string;
}

/** Flags of `audit verify`. */
export interface AuditVerifyFlags extends AuditFlags {
  readonly anchor?: string;
}

/**
 * `tackroom audit verify`: whether the trail is as it was written; gives 1 if it is not. Throws `CLI_FILE_UNREADABLE` and
 * `AUDIT_ANCHOR_INVALID`.
 */
export async function auditVerify(flags: AuditVerifyFlags, io: CommandIo): Promise<ExitCode> {
  const { name, lines } = await readTrail(flags, io);
  const earlier = flags.anchor === undefined ? {} : { anchor: flags.anchor };
  const { records, chains, problems, anchor } = await verifyAuditTrail(lines, earlier);
  const ok = problems.length === 0;
  if (flags.json === true) writeJson(io, { ok, records, chains, problems, anchor });
  else {
    for (const { line, message } of problems) writeLine(io, `${name}:${line}: ${message}`);
    const found = `${counted(records, 'record')} of ${counted(chains, 'writer')}`;
    writeLine(io, ok ? `${name}: ${found}, as they were written.` : `${name}: ${found}, ${counted(problems.length, 'problem')}.`);
    if (ok) writeLine(io, `Anchor ${anchor}`);
  }
  return ok ? ExitCode.success : ExitCode.failed;
}
