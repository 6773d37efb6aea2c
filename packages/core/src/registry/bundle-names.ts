/** Other names that people use for a bundle. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['fs', 'filesystem'],
  ['files', 'filesystem'],
  ['bash', 'shell'],
  ['terminal', 'shell'],
  ['http', 'web'],
  ['fetch', 'web'],
  ['todos', 'planning'],
  ['plan', 'planning'],
]);

/** The name that stands for {@link BUNDLES_OF_ALL}. */
export const ALL_BUNDLES = 'all';

/** What `'all'` means: everything but the browser, which needs a program of the user's. */
export const BUNDLES_OF_ALL: readonly string[] = ['filesystem', 'shell', 'web', 'memory', 'planning', 'git', 'navigation'];

/** The bundle that `name` means; a name that is no alias is kept. */
export function bundleNameOf(name: string): string {
  return ALIASES.get(name) ?? name;
}
