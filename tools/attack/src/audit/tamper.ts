import { createHash } from 'node:crypto';

/** What somebody may do to the lines of a trail who knows how they are made. */
export const TAMPERINGS = ['delete', 'forge', 'forge-first', 'forge-earlier', 'copy', 'swap', 'edit', 'rehash'] as const;

/** One change; places are taken modulo the number of lines. */
export interface Tampering {
  readonly kind: (typeof TAMPERINGS)[number];
  readonly from: number;
  readonly to: number;
}

/** Changes lines in place. */
export function tamper(lines: string[], { kind, from, to }: Tampering): void {
  const target = to % (lines.length + 1);
  const before = hashOf(lines[target - 1]);
  switch (kind) {
    case 'forge':
    case 'forge-first':
      lines.splice(
        target,
        0,
        sealed({ ...FORGED, v: 2, writer: 'forger', after: kind === 'forge' ? before : '' }, kind === 'forge' ? before : ''),
      );
      break;
    case 'forge-earlier':
      lines.splice(target, 0, sealed({ ...FORGED, chain: 'forger', seq: 0, after: before }, before));
      break;
    default:
      change(lines, kind, from % Math.max(1, lines.length), target);
  }
}

function change(lines: string[], kind: 'delete' | 'copy' | 'swap' | 'edit' | 'rehash', source: number, target: number): void {
  const line = lines[source];
  if (line === undefined) return;
  const edited = line.replace('"outcome":"success"', '"outcome":"error"').replace('"verdict":"allow"', '"verdict":"deny"');
  const other = lines[target];
  if (kind === 'delete') lines.splice(source, 1);
  else if (kind === 'copy') lines.splice(target, 0, line);
  else if (kind === 'edit') lines[source] = edited;
  else if (kind === 'rehash') lines[source] = resealed(edited);
  else if (other !== undefined) [lines[source], lines[target]] = [other, line];
}

const FORGED = { type: 'call', at: '2026-01-01T00:00:00.000Z', toolName: 'forged', answer: { type: 'approve', by: 'boss' } };

function hashOf(line = ''): string {
  return /"hash":"([^"]+)"\}$/.exec(line)?.[1] ?? '';
}

/** A line with the hash that it would have. */
function sealed(record: object, after: string): string {
  const text = JSON.stringify(record);
  return `${text.slice(0, -1)},"hash":"${createHash('sha256').update(`${after}\n${text}`).digest('hex')}"}`;
}

function resealed(line: string): string {
  const { hash: _hash, ...record } = JSON.parse(line) as { readonly hash: string; readonly after?: string };
  return sealed(record, record.after ?? '');
}
