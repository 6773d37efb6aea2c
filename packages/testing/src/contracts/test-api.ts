/** The part of a test runner that contract suites use. Jest, Vitest and Bun have it as it is. */
export interface TestApi {
  test(name: string, run: () => Promise<void>): void;
  expect(actual: unknown): { toEqual(expected: unknown): void };
}

/** What a suite compares with. */
export type Expect = TestApi['expect'];

/** Tests by title. Each is given what it works on. */
export type Suite<Context> = Readonly<Record<string, (context: Context) => Promise<void>>>;

/** Declares every test of a suite, with the name of what is tested before each title. */
export function declareSuite<Context>(name: string, api: TestApi, suite: Suite<Context>, context: Context): void {
  for (const [title, run] of Object.entries(suite)) api.test(`${name}: ${title}`, () => run(context));
}

/** The `code` of what a piece of work fails with; undefined if it succeeds or fails without one. */
export async function codeOf(work: () => unknown): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  }
}

/** Lets promises that can go on do so. */
export function settled(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Numbers from 0 up to 1 that are the same in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    // Numerical Recipes' linear congruential generator: its high bits are all that is used.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
