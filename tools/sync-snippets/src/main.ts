import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finish, listFiles, repositoryRoot, type Finding } from '@tackroom/source-tree';
import { syncDocument } from './sync-document.js';

const check = process.argv.includes('--check');
const root = repositoryRoot();
const findings: Finding[] = [];
let snippets = 0;

for (const file of listFiles(root, '', ['.md'])) {
  const before = readFileSync(join(root, file), 'utf8');
  const found = syncDocument(root, before);
  snippets += found.snippets;
  for (const { line, message } of found.problems) findings.push({ file, line, rule: 'snippet', message });
  if (found.changed.length === 0) continue;
  if (!check) writeFileSync(join(root, file), found.text);
  const message = 'This block differs from its source: run `npm run snippets`.';
  if (check) findings.push(...found.changed.map((line): Finding => ({ file, line, rule: 'snippet', message })));
}
finish(`${snippets} snippets`, findings);
