/** A camelCase or PascalCase name in snake_case: `lookupPlan` → `lookup_plan`, `parseHTML` → `parse_html`, `v2Call` → `v2_call`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase();
}

/** Whether a name that was made from a method's or function's is one that our own tools may have. */
export function isDerivedName(name: string): boolean {
  return /^[a-z][a-z0-9_]{0,63}$/.test(name);
}

/** A tool's name as a title for people: `lookup_plan` → `Lookup plan`. */
export function titleOf(name: string): string {
  const words = snakeCase(name)
    .split(/[-_]+/)
    .filter((word) => word !== '')
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
