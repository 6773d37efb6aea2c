import type { Ids } from '@tackroom/core';
import { named } from './test-api.js';
import type { TestApi } from './test-api.js';

const KINDS = ['run', 'session', 'call', 'approval', 'question', 'artifact', 'grant'] as const;

/** Declares the tests of {@link Ids}; `make` gives a fresh source for each. Whether two processes can collide is not tested. */
export function idsContract(name: string, make: () => Ids | Promise<Ids>, api: TestApi): void {
  const { test, expect } = named(name, api);

  test('no id comes twice', async () => {
    const ids = await make();
    const made = KINDS.flatMap((kind) => Array.from({ length: 1000 }, () => ids.next(kind)));
    expect(new Set(made).size).toEqual(made.length);
  });

  test('an id says its kind first and is safe in a path and in a URL', async () => {
    const ids = await make();
    const prefixes = KINDS.map((kind) => {
      const made = Array.from({ length: 50 }, () => ids.next(kind));
      expect(made.filter((id) => !/^[a-z]+_[\w-]+$/.test(id))).toEqual([]);
      const [prefix, ...others] = new Set(made.map((id) => id.slice(0, id.indexOf('_'))));
      expect(others).toEqual([]);
      return prefix;
    });
    expect(new Set(prefixes).size).toEqual(KINDS.length);
  });
}
