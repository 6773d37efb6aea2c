import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectModule } from './project-module.js';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'project-module-'));
  const install = (folder: string, name: string, source: string): void => {
    mkdirSync(join(root, folder, 'node_modules', name), { recursive: true });
    writeFileSync(join(root, folder, 'node_modules', name, 'index.js'), source);
  };
  install('program', 'converter-of-the-program', 'exports.from = "program"');
  install('library', 'converter-of-the-program', 'exports.from = "library"');
  install('library', 'converter-of-the-library', 'exports.from = "library"');
  install('program', 'broken-converter', 'require("what-it-needs")');
});
afterAll(() => rmSync(root, { recursive: true }));

const load = (name: string): unknown => projectModule(name, [join(root, 'program', 'package.json'), join(root, 'library', 'index.js')]);

test('the first folder that has the module gives it', () => {
  expect(load('converter-of-the-program')).toEqual({ from: 'program' });
  expect(load('converter-of-the-library')).toEqual({ from: 'library' });
});

test('a module that nobody installed is undefined, one that does not load is an error', () => {
  expect(load('no-such-converter')).toBeUndefined();
  expect(projectModule('no-such-converter')).toBeUndefined();
  expect(() => load('broken-converter')).toThrow('what-it-needs');
});

test('from where a program runs its own packages are found', () => {
  expect(projectModule('zod-to-json-schema')).toHaveProperty('zodToJsonSchema');
});
