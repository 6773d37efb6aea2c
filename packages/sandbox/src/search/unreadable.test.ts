import { chmodSync } from 'node:fs';
import type { WorkspaceSession } from '@tackroom/core';
import { describeNeeding } from '../../test/scratch.js';
import { bothEngines, searchScratch } from '../../test/search-scratch.js';

const isRoot = process.getuid?.() === 0;
const canBeNobody = !isRoot || process.platform === 'linux';

describeNeeding('a user who may not read everything', canBeNobody, 'directories that may not be read', () => {
  bothEngines((engine) => {
    const { scratch, open } = searchScratch(engine);

    async function asNobody<T>(work: (session: WorkspaceSession) => Promise<T>): Promise<T> {
      const session = open();
      if (isRoot) process.seteuid?.(65_534);
      try {
        return await work(session);
      } finally {
        if (isRoot) process.seteuid?.(0);
        // What is left must be possible to remove.
        for (const name of ['shut', 'unlisted']) chmodSync(scratch.at(`root/sub/${name}`), 0o755);
      }
    }

    beforeEach(() => {
      scratch.write({ 'root/sub/shut/x': 'alpha\n', 'root/sub/unlisted/x': 'alpha\n' });
      chmodSync(scratch.path, 0o755);
      chmodSync(scratch.at('root/sub/shut'), 0o644);
      chmodSync(scratch.at('root/sub/unlisted'), 0o311);
    });

    test.each<[path: string, found: readonly string[], unread: readonly string[]]>([
      ['sub', ['sub/shut/x'], ['sub/unlisted']],
      ['sub/unlisted', [], ['sub/unlisted']],
      ['sub/shut', ['sub/shut/x'], []],
    ])('a search of %s by name says what it could not read, by its path in the workspace', async (path, matches, unread) => {
      const warnings = unread.map((name) => `not searched: ${name}: Permission denied`);
      expect(await asNobody((session) => session.glob({ pattern: '*', path, limit: 9 }))).toMatchObject({ matches, warnings });
    });

    test.each<[path: string, unread: readonly string[]]>([
      ['sub', ['sub/shut/x', 'sub/unlisted']],
      ['sub/unlisted', ['sub/unlisted']],
      ['sub/shut', ['sub/shut/x']],
    ])('and so does a search of %s for lines', async (path, unread) => {
      const { matches, warnings } = await asNobody((session) => session.grep({ pattern: 'alpha', path, limit: 9 }));
      expect([matches, [...warnings].sort()]).toEqual([[], unread.map((name) => `not searched: ${name}: Permission denied`)]);
    });
  });
});
