/** What somebody may do to a file of lines. */
export const TAMPERINGS = ['delete', 'forge', 'forge-first', 'forge-earlier', 'copy', 'swap', 'edit'] as const;

/** One change; places are taken modulo the number of lines. */
export interface Tampering {
  readonly kind: (typeof TAMPERINGS)[number];
  readonly from: number;
  readonly to: number;
}

/** Makes records with hashes that are right in themselves, after the line with this hash. */
export interface Forge {
  readonly linked: (after: string) => string;
  readonly earlier: (after: string) => string;
}

/** Changes lines in place. For tests of what verifying finds. */
export function tamper(lines: string[], { kind, from, to }: Tampering, forge: Forge): void {
  const source = from % Math.max(1, lines.length);
  const target = to % (lines.length + 1);
  const line = lines[source];
  const other = lines[target];
  const before = /"hash":"([^"]+)"\}$/.exec(lines[target - 1] ?? '')?.[1] ?? '';
  if (kind === 'forge') lines.splice(target, 0, forge.linked(before));
  else if (kind === 'forge-first') lines.splice(target, 0, forge.linked(''));
  else if (kind === 'forge-earlier') lines.splice(target, 0, forge.earlier(before));
  else if (line === undefined) return;
  else if (kind === 'delete') lines.splice(source, 1);
  else if (kind === 'copy') lines.splice(target, 0, line);
  else if (kind === 'edit') lines[source] = line.replace('call', 'cell');
  else if (other !== undefined) [lines[source], lines[target]] = [other, line];
}
