import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject, describeProject, type CreateOptions } from 'create-tackroom';

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'create-tackroom-')));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A folder of its own, with these files and, where a name ends in `/`, folders. */
function folderOf(...names: readonly string[]): string {
  const folder = mkdtempSync(join(scratch, 'in-'));
  for (const name of names) {
    if (name.endsWith('/')) mkdirSync(join(folder, name));
    else writeFileSync(join(folder, name), 'mine');
  }
  return folder;
}

const create = (cwd: string, options: Partial<CreateOptions> = {}) => createProject({ cwd, caller: 'npm create tackroom', ...options });
const packageJson = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

test('a project in a new folder: what is written is what is said', () => {
  const cwd = folderOf();
  const project = create(cwd, { dir: 'new/My Agent' });
  const directory = join(cwd, 'new/My Agent');
  const written = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(project).toMatchObject({ directory, name: 'my-agent' });
  expect(project.files).toEqual(written.map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1)).sort());
  expect(packageJson(directory).name).toBe('my-agent');
  expect(readFileSync(join(directory, 'README.md'), 'utf8')).toMatch(/^# my-agent\n/);
  expect(readFileSync(join(directory, '.gitignore'), 'utf8')).toContain('node_modules/\n');
});

test('what a person is told', () => {
  const { packagesFrom, ...project } = create(folderOf(), { dir: 'my-agent' });
  expect(packagesFrom).toBeDefined();
  expect(describeProject({ ...project, files: project.files.filter((file) => file !== '.npmrc') })).toMatchInlineSnapshot(`
   "Made a Tackroom project in my-agent:

     .gitignore
     AGENTS.md
     README.md
     package.json
     script.json
     src/order-book.ts
     src/order-tools.test.ts
     src/order-tools.ts
     tackroom.config.ts
     tsconfig.json

   Now install and start it:

     cd my-agent && npm install
     npm start

   README.md says how to change its tool. npm test runs its tests.
   "
  `);
  expect(describeProject({ ...project, files: ['package.json'], packagesFrom: '/archives' })).toMatchInlineSnapshot(`
   "Made a Tackroom project in my-agent:

     package.json

   Its packages come from /archives, as this command does.

   Now install and start it:

     cd my-agent && npm install
     npm start

   README.md says how to change its tool. npm test runs its tests.
   "
  `);
});

test.each([
  ['nothing', []],
  ['a new repository and an editor', ['.git/', '.vscode/', '.DS_Store', 'LICENSE']],
])('the current folder is taken if it holds %s', (_what, names) => {
  const cwd = folderOf(...names);
  expect(create(cwd)).toMatchObject({ directory: cwd, next: ['npm install', 'npm start'] });
});

test('a folder that is named may hold other files', () => {
  const cwd = folderOf('notes.txt', 'src/');
  expect(create(cwd, { dir: '.' }).next).toEqual(['npm install', 'npm start']);
  expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('mine');
  expect(existsSync(join(cwd, 'src/order-tools.ts'))).toBe(true);
});

const WORDS = 'Nothing is ever overwritten, and nothing was written.';

test.each([
  [
    'a current folder with one file',
    ['a.txt'],
    {},
    'CREATE_FOLDER_NOT_EMPTY: This folder is not empty: it holds a.txt. Name a new one: npm create tackroom my-agent (or . to add the project to this one)',
  ],
  [
    'a current folder with more',
    ['a.txt', 'b.txt', 'c/'],
    { caller: 'tackroom init' },
    'CREATE_FOLDER_NOT_EMPTY: This folder is not empty: it holds a.txt and 2 more. Name a new one: tackroom init my-agent (or . to add the project to this one)',
  ],
  [
    'files of the project',
    ['README.md', 'package.json'],
    { dir: '.' },
    `CREATE_FILES_EXIST: CWD has README.md, package.json already. ${WORDS} Move them away, or name a new folder: npm create tackroom my-agent`,
  ],
  [
    'a file where a folder has to be',
    ['src'],
    { dir: '.' },
    `CREATE_FILES_EXIST: CWD has src already. ${WORDS} Move it away, or name a new folder: npm create tackroom my-agent`,
  ],
  [
    'a folder where a file has to be',
    ['package.json/'],
    { dir: '.' },
    `CREATE_FILES_EXIST: CWD has package.json already. ${WORDS} Move it away, or name a new folder: npm create tackroom my-agent`,
  ],
  [
    'an empty name of a folder',
    [],
    { dir: '' },
    "CREATE_FOLDER_INVALID: The folder's name is empty. Write one: npm create tackroom my-agent",
  ],
  [
    'a file in place of a folder',
    ['a'],
    { dir: 'a' },
    "CREATE_FOLDER_INVALID: No project can be made in CWD/a: ENOTDIR: not a directory, scandir 'CWD/a'. Name another folder: npm create tackroom my-agent",
  ],
  [
    'a folder below a file',
    ['a'],
    { dir: 'a/b' },
    "CREATE_FOLDER_INVALID: No project can be made in CWD/a/b: ENOTDIR: not a directory, scandir 'CWD/a/b'. Name another folder: npm create tackroom my-agent",
  ],
  [
    'a name that npm refuses',
    [],
    { dir: 'my agent', name: 'My Agent' },
    `CREATE_NAME_INVALID: The package cannot be called "My Agent": the name has capital letters. Give another one: npm create tackroom 'my agent' -- --name my-agent`,
  ],
] as const)('%s is refused, and nothing is written', (_what, names, options, words) => {
  const cwd = folderOf(...names);
  const before = readdirSync(cwd, { recursive: true });
  const error = (() => {
    try {
      return create(cwd, options);
    } catch (thrown) {
      return thrown as Error & { code: string };
    }
  })();
  expect(error).toBeInstanceOf(Error);
  expect(`${'code' in error ? error.code : ''}: ${'message' in error ? error.message : ''}`.replaceAll(cwd, 'CWD')).toBe(words);
  expect(readdirSync(cwd, { recursive: true })).toEqual(before);
});

test('a link that leads nowhere is not written through', () => {
  const cwd = folderOf();
  symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'package.json'));
  expect(() => create(cwd, { dir: '.' })).toThrow(expect.objectContaining({ code: 'CREATE_FILES_EXIST' }));
  expect(existsSync(join(cwd, 'elsewhere'))).toBe(false);
});

test('a folder that takes no files', () => {
  // Longer than any system's longest path, in parts that each are short enough.
  const dir = Array.from({ length: 200 }, () => 'x'.repeat(30)).join('/');
  expect(() => create(folderOf(), { dir })).toThrow(expect.objectContaining({ code: 'CREATE_FOLDER_INVALID' }));
});

test.each([
  ['tackroom', 'tackroom-project'],
  ['http', 'http-project'],
  ['日本', 'tackroom-project'],
])('the folder %s gives a package that npm takes: %s', (dir, name) => {
  expect(create(folderOf(), { dir }).name).toBe(name);
});

test('the template asks for this release, and for what this workspace is built with', () => {
  const template = packageJson(new URL('../template', import.meta.url).pathname);
  const own = packageJson(new URL('..', import.meta.url).pathname);
  const { devDependencies } = packageJson(new URL('../../..', import.meta.url).pathname);
  expect(template.engines).toEqual(own.engines);
  expect(template.dependencies).toEqual({ tackroom: own.version });
  expect(template.devDependencies).toEqual({
    '@tackroom/cli': own.version,
    '@tackroom/testing': own.version,
    '@types/node': devDependencies['@types/node'],
    typescript: devDependencies.typescript,
  });
});
