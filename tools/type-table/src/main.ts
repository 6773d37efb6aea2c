import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finish, repositoryRoot, type Finding } from '@tackroom/source-tree';
import { format, resolveConfig } from 'prettier';
import { typeSections } from './type-sections.js';
import { writeReference } from './write-reference.js';

const FILE = 'docs/reference/schemas.md';

const path = join(repositoryRoot(), FILE);
const text = await format(writeReference(typeSections), { ...(await resolveConfig(path)), filepath: path });
const written = existsSync(path) ? readFileSync(path, 'utf8') : '';
const check = process.argv.includes('--check');
const stale: Finding = { file: FILE, line: 0, rule: 'type-table', message: 'It is not what the table says: run `npm run type-table`.' };
if (!check) writeFileSync(path, text);
finish('The table of types', check && written !== text ? [stale] : []);
