import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { GlobQuery, GrepQuery, WorkspaceSession } from '@tackroom/core';
import fc from 'fast-check';
import { describeNeeding, scratchDirectory } from '../../test/scratch.js';
import { HostWorkspace } from '../workspace/host-workspace.js';
import { findRipgrep } from './ripgrep-binary.js';

const ripgrep = await findRipgrep(undefined).catch(() => undefined);

const NAMES = ['a', 'b', 'a.ts', '.x', 'build', 'é'] as const;
const name = fc.constantFrom(...NAMES);
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const line = fc.constantFrom('one', 'two', 'aXb', 'naïve 7', '', 'one two', 'o\rn\r\rt', 'one\r');
const tree = fc.array(fc.tuple(path, fc.array(line, { maxLength: 4 })), { maxLength: 8 });
const part = fc.constantFrom('a', '*', 'a*', '?', '**', '[ab]', '*.ts', '{a,b}', 'build', '.*');
const pattern = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const ignore = fc.constantFrom('a', '/a', 'a/', '*.ts', '!a.ts', 'build/', '/build/**', 'a/b', '**/b', '.*', '# a', '!b', '*');
const ignores = fc.array(fc.tuple(fc.constantFrom('', 'a/', 'build/'), fc.array(ignore, { maxLength: 3 })), { maxLength: 2 });
const expression = fc.constantFrom(
  'one',
  '^t',
  'o$',
  'a.b',
  '\\w+ \\d',
  '(one|two)$',
  '^$',
  '(?i)ONE',
  '[^a-z ]',
  'n\\b',
  '^n|o$',
  'o\\s',
  '\\W',
);

describeNeeding('ripgrep', ripgrep !== undefined, 'both engines', () => {
  const scratch = scratchDirectory();

  /** The tree on the disk, as far as its entries do not contradict each other. */
  function lay(files: readonly (readonly [string, readonly string[]])[]): readonly WorkspaceSession[] {
    const root = scratch.at('root');
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root);
    for (const [at, lines] of files) {
      try {
        mkdirSync(dirname(`${root}/${at}`), { recursive: true });
        writeFileSync(`${root}/${at}`, lines.map((text) => `${text}\n`).join(''));
      } catch {
        // A file stands where a directory would have to be.
      }
    }
    return [{}, { ripgrep: false } as const].map((options) => new HostWorkspace(root, options).session('s'));
  }

  const settled = (work: Promise<unknown>): Promise<unknown> => work.catch((error: { readonly code?: string }) => error.code);

  test('find the same files by name', async () => {
    await fc.assert(
      fc.asyncProperty(
        tree,
        ignores,
        pattern,
        fc.boolean(),
        fc.constantFrom(1, 3, 100),
        async (files, rules, glob, includeIgnored, limit) => {
          const sessions = lay([...files, ...rules.map(([at, lines]) => [`${at}.gitignore`, lines] as const)]);
          for (const base of ['.', 'a', 'build']) {
            const query: GlobQuery = { pattern: glob, path: base, includeIgnored, limit };
            const [one, other] = await Promise.all(sessions.map((session) => settled(session.glob(query))));
            expect(other).toEqual(one);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('find the same lines', async () => {
    await fc.assert(
      fc.asyncProperty(
        tree,
        ignores,
        expression,
        fc.constantFrom(0, 1),
        fc.constantFrom(2, 100),
        async (files, rules, wanted, context, limit) => {
          const sessions = lay([...files, ...rules.map(([at, lines]) => [`${at}.gitignore`, lines] as const)]);
          const query: GrepQuery = { pattern: wanted, context, limit };
          const [one, other] = await Promise.all(sessions.map((session) => settled(session.grep(query))));
          expect(other).toEqual(one);
        },
      ),
      { numRuns: 40 },
    );
  });
});
