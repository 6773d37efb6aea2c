import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isTestFile, listFiles, listPackages, type Finding } from '@tackroom/source-tree';

const PAGE = 'docs/components.md';
const RULE = 'component';

/**
 * The page of components has a line for every folder of sources, beginning (after a list mark or a table's bar) with the
 * folder's path in backticks, and for no other. Of examples and tools only the package's folder counts.
 */
export function checkComponents(root: string): readonly Finding[] {
  if (!existsSync(join(root, PAGE))) return [{ file: PAGE, line: 0, rule: RULE, message: 'This page is missing.' }];
  const folders = sourceFolders(root);
  const listed = new Set<string>();
  const findings: Finding[] = [];
  readFileSync(join(root, PAGE), 'utf8')
    .split('\n')
    .forEach((text, index) => {
      const folder = /^\s*(?:[-*|]|#+)\s*`((?:packages|apps|tools|scripts)\/?[^`]*?)\/?`/.exec(text)?.[1];
      if (folder === undefined) return;
      const message = listed.has(folder) ? `${folder} is listed twice.` : folders.has(folder) ? undefined : `${folder} holds no sources.`;
      if (message !== undefined) findings.push({ file: PAGE, line: index + 1, rule: RULE, message });
      listed.add(folder);
    });
  const missing = [...folders].filter((folder) => !listed.has(folder));
  return [...findings, ...missing.map((folder) => ({ file: PAGE, line: 0, rule: RULE, message: `There is no line for ${folder}.` }))];
}

function sourceFolders(root: string): ReadonlySet<string> {
  const folders = listPackages(root).flatMap(({ folder }) => {
    const sources = listFiles(root, `${folder}/src`, ['.ts', '.tsx', '.mjs']).filter((file) => !isTestFile(file));
    return /^(packages|apps)\/[^/]+$/.test(folder) ? sources.map((file) => posix.dirname(file)) : [folder];
  });
  return new Set([...folders, ...(existsSync(join(root, 'scripts')) ? ['scripts'] : [])]);
}
