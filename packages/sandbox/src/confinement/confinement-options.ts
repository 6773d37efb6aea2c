import { realpath } from 'node:fs/promises';
import { HarnessError, type Problem } from '@tackroom/core';
import { limitProblems, type ResourceLimits } from './resource-limits.js';

/** What sandboxes on this machine have in common to set. */
interface ConfinementOptions {
  readonly readable?: readonly string[];
  readonly protect?: readonly string[];
  readonly limits?: Partial<ResourceLimits>;
}

/** Everything that is wrong with them. */
export function confinementProblems({ readable = [], protect = [], limits = {} }: ConfinementOptions): readonly Problem[] {
  return [
    ...readable
      .filter((path) => !path.startsWith('/'))
      .map((path) => optionProblem('readable', `${path} is not absolute. Write the whole path.`)),
    ...protectProblems(protect),
    ...limitProblems(limits).map(({ name, message }) => optionProblem(`limits.${name}`, message)),
  ];
}

/** What is wrong with the paths of a workspace that are to be protected. */
export function protectProblems(protect: readonly string[]): readonly Problem[] {
  return protect
    .filter((path) => path === '' || path.startsWith('/') || path.split('/').some((name) => name === '' || name === '.' || name === '..'))
    .map((path) => optionProblem('protect', `${JSON.stringify(path)} is no plain path in the workspace. Write it relative to the root.`));
}

/** What is wrong with the names that a copy leaves out. */
export function excludeProblems(exclude: readonly string[]): readonly Problem[] {
  return exclude
    .filter((name) => name === '' || name === '.' || name === '..' || name.includes('/'))
    .map((name) =>
      optionProblem('exclude', `${JSON.stringify(name)} is not a name. Write one name without slashes; it counts at any depth.`),
    );
}

export function optionProblem(where: string, message: string): Problem {
  return { code: 'SANDBOX_OPTION_INVALID', where, message };
}

/** The places that commands may read, without links. Rejects with `SANDBOX_OPTION_INVALID` for one that is not there. */
export function canonicalReadable(paths: readonly string[]): Promise<readonly string[]> {
  return Promise.all(paths.map((path) => realpath(path).catch((cause: unknown) => missingPath(path, cause))));
}

/** The failure of a sandbox that was opened without a directory to work in. */
export function rootMissing(sandbox: string): HarnessError {
  return new HarnessError('SANDBOX_ROOT_MISSING', `${sandbox} needs a directory to work in: write workspace: '.', not null and not '/'.`);
}

function missingPath(path: string, cause: unknown): never {
  throw new HarnessError('SANDBOX_OPTION_INVALID', `readable names ${path}, which cannot be found. Mend the path or take it out.`, {
    cause,
  });
}
