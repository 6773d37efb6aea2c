import type { CallPlace } from '../contracts/call-place.js';
import type { CallFacts } from '../contracts/permissions.js';
import { placeOf } from './place-call.js';
import type { RunContext } from './run-context.js';

/** How the directory of a call is another than it was, as a clause; undefined if it is the same. */
export function movedDirectory(then: CallPlace, now: CallPlace): string | undefined {
  const directory = JSON.stringify(then.cwd);
  if (now.cwd !== then.cwd) return `the working directory is no longer ${directory}`;
  return now.real === then.real ? undefined : `the working directory ${directory} leads to another place now`;
}

/** How the place of a call is another than it was, as a clause; undefined if it is the same. */
export function movedPlace(then: CallPlace, now: CallPlace): string | undefined {
  const moved = movedDirectory(then, now);
  if (moved !== undefined) return moved;
  const names = new Set([...Object.keys(then.paths), ...Object.keys(now.paths)]);
  for (const name of names) if (then.paths[name] !== now.paths[name]) return `its ${name} leads to another place now`;
  return undefined;
}

/**
 * Why a call that waited can no longer act where it was to act, as a clause; undefined if it can. `run` is held in the
 * call's directory, and `facts` were collected there just now: a link may lead elsewhere, the directory may be gone.
 */
export async function placeProblem(place: CallPlace, run: RunContext, facts: CallFacts): Promise<string | undefined> {
  const moved = movedPlace(place, await placeOf(run, facts));
  if (moved !== undefined || place.cwd === '') return moved;
  const isThere = await run.workspace.stat('.').then(
    ({ kind }) => kind === 'directory' || kind === 'link',
    () => false,
  );
  return isThere ? undefined : `the working directory ${JSON.stringify(place.cwd)} is gone`;
}

/** What the model is told of a call that cannot act where it was to act. */
export function movedText(problem: string): string {
  return `This call became another than the one that was decided about: ${problem}. The call did not run; make it again if it is still needed.`;
}
