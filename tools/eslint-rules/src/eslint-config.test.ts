import { spawnSync } from 'node:child_process';
import { repositoryRoot } from '@tackroom/source-tree';
import type { ESLint } from 'eslint';

/** One breach of each rule that matters most; the comment names the rule. */
const PLANTED = `
import fs from 'fs'; // no-restricted-imports
import { A } from './contracts/errors.js'; // @typescript-eslint/consistent-type-imports
export const used: A = fs as never as A;
export async function later(): Promise<void> {}
export function breach(value: unknown, kind: 'a' | 'b', list: readonly number[]): unknown {
  const loose = value as any; // @typescript-eslint/no-explicit-any, house/explained-cast
  later(); // @typescript-eslint/no-floating-promises
  list.forEach(async () => { await later(); }); // @typescript-eslint/no-misused-promises
  if (value == loose) return Reflect; // eqeqeq, no-restricted-globals
  switch (kind) { case 'a': return 1; } // @typescript-eslint/switch-exhaustiveness-check
  console.log(value); // no-console
  for (const a of list) { if (a) { while (a) { if (value) return a; } } } // max-depth
  return loose.anything; // @typescript-eslint/no-unsafe-member-access
}
// @ts-expect-error
export const wrong: number = ''; // @typescript-eslint/ban-ts-comment
export const many = (a: 1, b: 1, c: 1, d: 1, e: 1) => [a, b, c, d, e]; // no-restricted-syntax
let never = 1; // prefer-const
// eslint-disable-next-line eqeqeq
export const same = never == 1; // house/explained-directive
`;

test('the configuration reports what the house refuses', () => {
  const root = repositoryRoot();
  const eslint = ['node_modules/eslint/bin/eslint.js', '--format', 'json', '--stdin', '--stdin-filename', 'packages/core/src/index.ts'];
  // In its single-run mode the TypeScript parser reads the named file from disk and ignores what it is given.
  const env = { ...process.env, TSESTREE_SINGLE_RUN: 'false' };
  const { stdout } = spawnSync(process.execPath, eslint, { cwd: root, env, input: PLANTED, encoding: 'utf8' });
  const [result] = JSON.parse(stdout) as [ESLint.LintResult];
  const expected = [...PLANTED.matchAll(/\/\/ ([@a-z][\w@/, -]+)$/gm)]
    .flatMap(([, rules = '']) => rules.split(', '))
    .filter((name) => !name.startsWith('eslint-') && !name.startsWith('@ts-'));
  expect(expected.length).toBeGreaterThan(15);
  expect(new Set(result.messages.map(({ ruleId }) => ruleId))).toEqual(new Set([...expected, '@typescript-eslint/no-unsafe-assignment']));
}, 120_000);
