import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finish, repositoryRoot, type Finding } from '@tackroom/source-tree';
import { buildLlmsText } from './build-llms-text.js';
import { packDocs, removeDocs } from './pack-docs.js';

const FILE = 'llms.txt';
/** Published with the pages that its users need, see prepack in its package.json. */
const PACKAGE = 'packages/tackroom';

const root = repositoryRoot();

// npm pack reads what is printed while it packs: packing says nothing.
if (process.argv.includes('--pack')) packDocs(root, PACKAGE);
else if (process.argv.includes('--unpack')) removeDocs(root, PACKAGE);
else writeMap(process.argv.includes('--check'));

function writeMap(check: boolean): void {
  const { text, findings } = buildLlmsText(root);
  const written = existsSync(join(root, FILE)) ? readFileSync(join(root, FILE), 'utf8') : '';
  const stale: Finding = { file: FILE, line: 0, rule: 'llms', message: 'It is not what the pages say: run `npm run llms`.' };
  if (!check && findings.length === 0) writeFileSync(join(root, FILE), text);
  finish('The map for language models', [...findings, ...(check && written !== text ? [stale] : [])]);
}
