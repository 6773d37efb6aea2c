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

/** `tackroom audit verify`: whether the trail is as it was written; gives 1 if it is not. Throws `CLI_FILE_UNREADABLE`. */
export async function auditVerify(flags: AuditFlags, io: CommandIo): Promise<ExitCode> {
  const { name, lines } = await readTrail(flags, io);
  const { records, chains, problems } = await verifyAuditTrail(lines);
  const ok = problems.length === 0;
  if (flags.json === true) writeJson(io, { ok, records, chains, problems });
  else {
    for (const { line, message } of problems) writeLine(io, `${name}:${line}: ${message}`);
    const found = `${counted(records, 'record')} of ${counted(chains, 'writer')}`;
    writeLine(io, ok ? `${name}: ${found}, as they were written.` : `${name}: ${found}, ${counted(problems.length, 'problem')}.`);
  }
  return ok ? ExitCode.success : ExitCode.failed;
}
