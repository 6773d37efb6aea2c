import { isManifest, type SchemaManifest } from 'tackroom';

/** What a person wants to know of a manifest. */
export interface ManifestSummary {
  readonly tools: number;
  readonly files: number;
  /** Parameters and tools that have no schema, with the reason. */
  readonly refused: readonly { readonly tool: string; readonly reason: string }[];
}

/** Counts a manifest's tools and lists what could not be compiled. */
export function describeManifest({ tools }: SchemaManifest): ManifestSummary {
  const keys = Object.keys(tools);
  const refused = Object.entries(tools).flatMap(([tool, { refused: whole, parameters }]) =>
    [whole, ...parameters.map((parameter) => parameter.refused)].flatMap((reason) => (reason === undefined ? [] : [{ tool, reason }])),
  );
  return { tools: keys.length, files: new Set(keys.map((key) => key.slice(0, key.lastIndexOf('#')))).size, refused };
}

/** How the tools of a manifest differ from those in the text of an older one, one line each. */
export function manifestChanges(before: string | undefined, { tools, sources }: SchemaManifest): readonly string[] {
  const old = before === undefined ? undefined : parsed(before);
  if (old === undefined) return [];
  const names = [...new Set([...Object.keys(old.tools), ...Object.keys(tools)])].sort();
  const changes = names.flatMap((name) => {
    const [was, is] = [old.tools[name], tools[name]];
    if (was === undefined) return [`added ${name}`];
    if (is === undefined) return [`removed ${name}`];
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [`changed ${name}`];
  });
  // Texts that change nothing of a schema still change the hash that the boot compares.
  const isOnlyText = changes.length === 0 && JSON.stringify(old.sources) !== JSON.stringify(sources);
  return isOnlyText ? ['sources changed, and no schema with them'] : changes;
}

function parsed(text: string): SchemaManifest | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isManifest(value) ? value : undefined;
  } catch {
    // Something else stands there: everything is new.
    return undefined;
  }
}
