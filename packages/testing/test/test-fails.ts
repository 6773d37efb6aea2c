import type { TestApi } from '@tackroom/testing';

/** Runs the one test of a suite that has this title, and tells whether it fails. */
export async function fails(declare: (api: TestApi) => void, title: string): Promise<boolean> {
  let named: (() => Promise<void>) | undefined;
  declare({ test: (full, run) => void (full.endsWith(`: ${title}`) && (named = run)), expect });
  if (named === undefined) throw new Error(`The suite declares no test "${title}".`);
  return named().then(
    () => false,
    () => true,
  );
}
