import { builtinModules } from 'node:module';

/** npm's limit. */
const MAX_LENGTH = 214;

/** What of a folder's name a package name may have: accents dropped, other characters made a dash. Empty if nothing is left. */
export function nameOfFolder(folder: string): string {
  return folder
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^[-._]+|[-._]+$/g, '');
}

/** Why npm refuses a name for a new package, in words that follow the name; undefined if it takes it. */
export function problemOfName(name: string, dependencies: readonly string[]): string | undefined {
  const [, scope, base = name] = /^@([^/]*)\/([^/]*)$/.exec(name) ?? [];
  if (name === '') return 'is empty';
  if (name.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  if (name !== name.toLowerCase()) return 'has capital letters';
  if (/^[._-]/.test(base) || scope?.startsWith('.') === true) return `begins with ${base.slice(0, 1)}`;
  if ([scope ?? 'scope', base].some((part) => !/^[a-z0-9._-]+$/.test(part))) return 'has characters that npm does not allow in a name';
  if (['node_modules', 'favicon.ico', ...builtinModules].includes(name)) return 'is a name that Node or npm keeps for itself';
  if (dependencies.includes(name)) return 'is the name of a package that the project depends on';
  return undefined;
}
