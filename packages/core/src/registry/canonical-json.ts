/**
 * JSON with the members of every object in the order of their names' UTF-16 units and no white space: the same text for
 * the same value, however it was built (RFC 8785). Members that are undefined are left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = value as Readonly<Record<string, unknown>>;
  const parts: string[] = [];
  for (const key of Object.keys(members).sort()) {
    if (members[key] !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalJson(members[key])}`);
  }
  return `{${parts.join(',')}}`;
}
