import type { TestApi } from '@tackroom/testing';

/** Runs the tests that a suite declares, one after the other, and gives the titles of those that fail. */
export async function failingTests(declare: (api: TestApi) => void): Promise<string[]> {
  const declared: { readonly title: string; readonly run: () => Promise<void> }[] = [];
  declare({ test: (title, run) => void declared.push({ title, run }), expect });
  if (declared.length === 0) throw new Error('The suite declares no test.');
  const failing: string[] = [];
  for (const { title, run } of declared) await run().catch(() => failing.push(title.replace(/^x: /, '')));
  return failing;
}
