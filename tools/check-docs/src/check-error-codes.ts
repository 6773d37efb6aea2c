import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTestFile, listFiles, listPackages, type Finding } from '@tackroom/source-tree';
import { readErrorCodes } from './read-error-codes.js';

const PAGE = 'docs/reference/errors.md';
const RULE = 'error-code';

/**
 * The page of error codes lists exactly the codes that packages and apps use. A code is listed by a table row whose first cell,
 * or a heading whose text, is the code in backticks.
 */
export function checkErrorCodes(root: string): readonly Finding[] {
  if (!existsSync(join(root, PAGE))) return [{ file: PAGE, line: 0, rule: RULE, message: 'This page is missing.' }];
  const used = usedCodes(root);
  const listed = new Map<string, number>();
  const findings: Finding[] = [];
  readFileSync(join(root, PAGE), 'utf8')
    .split('\n')
    .forEach((text, index) => {
      const code = /^(?:\|\s*|#+\s+)`([A-Z][A-Z0-9_]+)`/.exec(text)?.[1];
      if (code === undefined) return;
      const message = listed.has(code) ? `${code} is listed twice.` : used.has(code) ? undefined : `${code} is used nowhere.`;
      if (message !== undefined) findings.push({ file: PAGE, line: index + 1, rule: RULE, message });
      listed.set(code, index + 1);
    });
  for (const [code, { file, line }] of used) {
    if (!listed.has(code)) findings.push({ file, line, rule: RULE, message: `${PAGE} does not list ${code}.` });
  }
  return findings;
}

/** Every code that a shipped source uses, and where it is used first. */
export function usedCodes(root: string): ReadonlyMap<string, { readonly file: string; readonly line: number }> {
  const used = new Map<string, { file: string; line: number }>();
  const shipped = listPackages(root).filter(({ folder }) => /^(packages|apps)\/[^/]+$/.test(folder));
  const files = shipped.flatMap(({ folder }) => [
    ...listFiles(root, `${folder}/src`, ['.ts', '.tsx']),
    ...listFiles(root, `${folder}/bin`, ['.js']),
  ]);
  for (const file of files.filter((path) => !isTestFile(path))) {
    for (const { code, line } of readErrorCodes(file, readFileSync(join(root, file), 'utf8'))) {
      if (!used.has(code)) used.set(code, { file, line });
    }
  }
  return used;
}
