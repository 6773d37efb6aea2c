import { readTrail } from '../audit/read-trail.js';
import { ExitCode } from '../exit-code.js';
import { writeJson, writeLine, type CommandIo } from '../io.js';
import { formatTable } from '../output/format-table.js';
import { printable } from '../output/printable.js';
import type { AuditFlags } from './audit-verify.js';

/** Flags of `audit show`. */
export interface AuditShowFlags extends AuditFlags {
  readonly run?: string;
  readonly tool?: string;
}

type Shown = Readonly<Record<string, unknown>>;

/** `tackroom audit show`: the records of a trail, oldest first. Lines that are none are left out; `verify` names them. */
export async function auditShow(flags: AuditShowFlags, io: CommandIo): Promise<ExitCode> {
  const { lines } = await readTrail(flags, io);
  const records = lines.flatMap((line) => {
    const record = readRecord(line);
    return record !== undefined && isWanted(record, flags) ? [record] : [];
  });
  if (flags.json === true) writeJson(io, records);
  else for (const line of formatTable([HEADER, ...records.map(row)], io.stdout.columns ?? Infinity)) writeLine(io, line);
  return ExitCode.success;
}

const HEADER = ['AT', 'WHAT', 'TOOL', 'RESULT', 'BY', 'ARGUMENTS'];

function row(record: Shown): readonly string[] {
  const { verdict } = (record['decision'] ?? {}) as Shown; // a decision, or what somebody made of it
  const isDecision = record['type'] === 'decision';
  const args = record['args'] === undefined ? text(record['argsDigest']) : JSON.stringify(record['args']);
  const at = text(record['at']).slice(0, 19).replace('T', ' ');
  return [at, text(record['type']), text(record['toolName']), text(isDecision ? verdict : record['outcome']), by(record), args].map(
    printable,
  );
}

/** What a person said, where somebody was asked, and what stood against it where that was no refusal. */
function by({ answer, decision, outcome, errorCode }: Shown): string {
  const { verdict, source, rule } = (decision ?? {}) as Shown; // a decision, or what somebody made of it
  const policy = [text(source), text(rule)].filter((part) => part !== '').join(' ');
  const person = answered(answer);
  if (person === undefined) return policy;
  if (outcome !== 'denied' || errorCode === 'APPROVAL_REJECTED') return person;
  return `${person}, but ${verdict === 'deny' ? policy : text(errorCode)}`;
}

function answered(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { type, by } = answer as Shown;
  return text(by) === '' ? text(type) : `${text(type)} by ${text(by)}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readRecord(line: string): Shown | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Shown) : undefined;
  } catch {
    return undefined;
  }
}

function isWanted(record: Shown, { run, tool }: AuditShowFlags): boolean {
  return (run === undefined || record['runId'] === run) && (tool === undefined || record['toolName'] === tool);
}
