import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileProject, manifestText } from '../src/index.js';

const project = mkdtempSync(join(tmpdir(), 'schema-compiler-'));
afterAll(() => rmSync(project, { recursive: true }));

test('a project is compiled to its manifest', () => {
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: { types: [], experimentalDecorators: true } }));
  const decorator = 'declare function Tool(): MethodDecorator;';
  writeFileSync(join(project, 'tools.ts'), `${decorator} export class Parcels { @Tool() send(size: 'small' | 'large'): void {} }`);

  // #region compile
  const { manifest, folder } = compileProject(project); // a tsconfig or its folder
  writeFileSync(join(folder, 'tackroom.schemas.json'), manifestText(manifest));
  // #endregion

  const { tools } = JSON.parse(readFileSync(join(project, 'tackroom.schemas.json'), 'utf8'));
  expect(tools['tools.ts#Parcels.send'].parameters).toEqual([
    { name: 'size', emits: 'String', required: true, schema: { type: 'string', enum: ['small', 'large'] } },
  ]);
});
