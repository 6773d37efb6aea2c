import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram, readProject } from '@tackroom/schema-compiler';
import { finish, repositoryRoot, type Finding } from '@tackroom/source-tree';
import { format, resolveConfig } from 'prettier';
import { argumentSchemas, schemasModule } from './argument-schemas.js';

const PACKAGE = 'packages/toolkit';
const FILE = `${PACKAGE}/src/generated/argument-schemas.ts`;

const root = repositoryRoot();
const path = join(root, FILE);
const program = createProgram(readProject(join(root, PACKAGE)));
const module = schemasModule(argumentSchemas(program, join(root, PACKAGE, 'src')));
const text = await format(module, { ...(await resolveConfig(path)), filepath: path });
const written = existsSync(path) ? readFileSync(path, 'utf8') : '';
const check = process.argv.includes('--check');
const stale: Finding = {
  file: FILE,
  line: 0,
  rule: 'toolkit-schemas',
  message: 'It is not what the interfaces say: run `npm run toolkit-schemas`.',
};
if (!check) writeFileSync(path, text);
finish('Schemas of the built-in tools', check && written !== text ? [stale] : []);
