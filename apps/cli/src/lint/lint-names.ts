import type { LintedTool, LintFinding } from './lint-finding.js';

/** Names that a model mixes up, because they differ only in letter case, `_` and `-`. */
export function lintNames(tools: readonly LintedTool[]): readonly LintFinding[] {
  const alike = new Map<string, string[]>();
  for (const { name } of tools) {
    const form = name.toLowerCase().replace(/[_-]/g, '');
    alike.set(form, [...(alike.get(form) ?? []), name]);
  }
  return [...alike.values()].flatMap((names) =>
    names.length < 2
      ? []
      : names.map((tool) => ({ level: 'warning' as const, rule: 'names-alike', tool, message: alikeText(tool, names) })),
  );
}

function alikeText(tool: string, names: readonly string[]): string {
  const others = names.filter((name) => name !== tool).join(', ');
  return `has a name that differs from ${others} only in letter case, "_" or "-"; a model mixes them up`;
}
