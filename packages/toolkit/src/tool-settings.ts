import type { Problem } from '@tackroom/core';

/** Other names for tools of a bundle, by their own name. */
export type ToolAliases<Name extends string> = Readonly<Partial<Record<Name, string>>>;

const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** The name that each tool of a bundle goes by, and what is wrong with the `names` option. */
export function resolveNames<Name extends string>(
  bundle: string,
  known: readonly Name[],
  aliases: unknown,
): { readonly names: Readonly<Record<Name, string>>; readonly problems: readonly Problem[] } {
  const names = Object.fromEntries(known.map((name): [string, string] => [name, name])) as Record<Name, string>; // each name is a key
  if (aliases === undefined) return { names, problems: [] };
  const where = `${bundle}.names`;
  if (typeof aliases !== 'object' || aliases === null || Array.isArray(aliases)) {
    return { names, problems: [optionProblem(where, `is not an object; write { ${known[0] ?? 'tool'}: 'another_name' }`)] };
  }
  const problems: Problem[] = [];
  for (const [name, alias] of Object.entries(aliases as Readonly<Record<string, unknown>>)) {
    if (alias === undefined) continue;
    if (!isOneOf(known, name)) problems.push(optionProblem(where, `names no tool of this bundle with ${name}; it has ${known.join(', ')}`));
    else if (typeof alias !== 'string' || !TOOL_NAME.test(alias)) {
      problems.push(optionProblem(`${where}.${name}`, `is no name for a tool: write 1 to 64 of A-Z a-z 0-9 _ -`));
    } else names[name] = alias;
  }
  const taken = Object.values<string>(names);
  const twice = taken.find((name, index) => taken.indexOf(name) !== index);
  if (twice !== undefined) problems.push(optionProblem(where, `gives two tools the name ${twice}; give each its own`));
  return { names, problems };
}

/** The limits with their defaults, and what is wrong with the given ones: each must be a whole number from 1. */
export function resolveLimits<Limits extends Readonly<Record<keyof Limits, number>>>(
  bundle: string,
  defaults: Limits,
  given: Readonly<Partial<Record<keyof Limits, unknown>>>,
): { readonly limits: Limits; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const limits = { ...defaults };
  for (const name of Object.keys(defaults) as (keyof Limits & string)[]) {
    const value = given[name];
    if (value === undefined) continue;
    if (Number.isSafeInteger(value) && Number(value) >= 1) Object.assign(limits, { [name]: value });
    else problems.push(optionProblem(`${bundle}.${name}`, `is ${JSON.stringify(value) ?? String(value)}; write a whole number from 1`));
  }
  return { limits, problems };
}

/** The root that a bundle's option names, and what is wrong with it. Whether it exists is seen when it is opened. */
export function resolveRoot(
  bundle: string,
  root: unknown,
): { readonly workspaceRoot?: string | null; readonly problems: readonly Problem[] } {
  if (root === undefined) return { problems: [] };
  if (root === null || typeof root === 'string') return { workspaceRoot: root, problems: [] };
  return { problems: [optionProblem(`${bundle}.root`, `is ${typeof root}; write a directory, or null for the whole file system`)] };
}

/** Something wrong with an option of a bundle. */
export function optionProblem(where: string, message: string): Problem {
  return { code: 'BUNDLE_OPTION_INVALID', where, message: `${message}.` };
}

function isOneOf<Name extends string>(known: readonly Name[], name: string): name is Name {
  return (known as readonly string[]).includes(name);
}
