import type { Ids } from '@tackroom/core';
import { declareSuite } from './test-api.js';
import type { Expect, Suite, TestApi } from './test-api.js';

const KINDS = ['run', 'session', 'call', 'approval', 'question', 'artifact', 'grant'] as const;

/** Declares the tests of {@link Ids}; `make` gives a fresh source for each. Whether two processes can collide is not tested. */
export function idsContract(name: string, make: () => Ids | Promise<Ids>, api: TestApi): void {
  declareSuite(name, api, IDS_SUITE, { make, expect: api.expect });
}

const IDS_SUITE: Suite<{ readonly make: () => Ids | Promise<Ids>; readonly expect: Expect }> = {
  'no id comes twice': async ({ make, expect }) => {
    const ids = await make();
    const made = KINDS.flatMap((kind) => Array.from({ length: 1000 }, () => ids.next(kind)));
    expect(new Set(made).size).toEqual(made.length);
  },

  'an id says its kind first and is safe in a path and in a URL': async ({ make, expect }) => {
    const ids = await make();
    const prefixes = KINDS.map((kind) => {
      const made = Array.from({ length: 50 }, () => ids.next(kind));
      expect(made.filter((id) => !/^[a-z]+_[\w-]+$/.test(id))).toEqual([]);
      const [prefix, ...others] = new Set(made.map((id) => id.slice(0, id.indexOf('_'))));
      expect(others).toEqual([]);
      return prefix;
    });
    expect(new Set(prefixes).size).toEqual(KINDS.length);
  },
};
