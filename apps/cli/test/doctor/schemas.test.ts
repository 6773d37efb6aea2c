import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSchemas } from '../../src/doctor/check-schemas.js';
import { checkSources } from '../../src/doctor/check-sources.js';
import { openProject } from '../../src/doctor/project.js';
import { folderMaker } from './surroundings.js';

const makeFolder = folderMaker();
const SOURCE =
  "import { Tool } from 'tackroom';\nexport class A { @Tool({ description: 'd' }) a(text: string): string { return text; } }\n";

function manifest(parameter: object = { schema: { type: 'string' }, required: true }): object {
  const entry = { className: 'A', member: 'a', parameters: [{ name: 'text', emits: 'String', ...parameter }] };
  return { version: 1, sources: { 'a.ts': createHash('sha256').update(SOURCE).digest('hex') }, tools: { 'a.ts#A.a': entry } };
}

test.each([
  ['none', {}, { status: 'absent' }],
  [
    'one that fits',
    { 'tackroom.schemas.json': manifest() },
    { status: 'ok', summary: '1 tool in tackroom.schemas.json, as the sources say' },
  ],
  ['no JSON', { 'tackroom.schemas.json': '{' }, { status: 'problem', fix: 'Run npx tackroom schemas.' }],
  ['another JSON', { 'tackroom.schemas.json': {} }, { status: 'problem', summary: expect.stringContaining('no manifest') as string }],
  [
    'a parameter without a schema',
    { 'tackroom.schemas.json': manifest({ refused: 'text is a bigint' }) },
    { status: 'warning', detail: 'a.ts#A.a: text is a bigint' },
  ],
])('compiled schemas: %s', (_what, files, expected) => {
  const folder = makeFolder({ 'package.json': {}, 'a.ts': SOURCE, ...files });
  expect(checkSchemas({ project: openProject(folder) })).toMatchObject({ id: 'schemas', ...expected });
});

test('a source that changed is named; other line ends and a byte order mark are no change', () => {
  const folder = makeFolder({
    'package.json': {},
    'a.ts': `\uFEFF${SOURCE.replaceAll('\n', '\r\n')}`,
    'tackroom.schemas.json': manifest(),
  });
  expect(checkSchemas({ project: openProject(folder) })).toMatchObject({ status: 'ok' });
  writeFileSync(join(folder, 'a.ts'), `${SOURCE}// more`);
  expect(checkSchemas({ project: openProject(folder) })).toEqual({
    id: 'schemas',
    status: 'problem',
    summary: '1 source changed since tackroom.schemas.json was written: a boot refuses it',
    detail: 'a.ts',
    fix: 'Run npx tackroom schemas.',
  });
});

test('with compiled schemas no compiler has to emit types of parameters', () => {
  const files = {
    'package.json': { type: 'module', scripts: { start: 'tsx a.ts' } },
    'tsconfig.json': { compilerOptions: { experimentalDecorators: true } },
    'a.ts': SOURCE,
  };
  const statuses = (cwd: string): readonly string[] =>
    [checkSources({ project: openProject(cwd), cwd })].flat().map(({ id, status }) => `${id} ${status}`);
  expect(statuses(makeFolder(files))).toEqual(['sources.parameter problem']);
  expect(statuses(makeFolder({ ...files, 'tackroom.schemas.json': manifest() }))).toEqual(['sources ok']);
});
