import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finish, repositoryRoot, type Finding } from '@tackroom/source-tree';
import { buildLlmsText } from './build-llms-text.js';

const FILE = 'llms.txt';

const check = process.argv.includes('--check');
const root = repositoryRoot();
const { text, findings } = buildLlmsText(root);
const written = existsSync(join(root, FILE)) ? readFileSync(join(root, FILE), 'utf8') : '';
const stale: Finding = { file: FILE, line: 0, rule: 'llms', message: 'It is not what the pages say: run `npm run llms`.' };
if (!check && findings.length === 0) writeFileSync(join(root, FILE), text);
finish('The map for language models', [...findings, ...(check && written !== text ? [stale] : [])]);
