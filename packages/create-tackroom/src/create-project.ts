import { closeSync, lstatSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { lineOf, shellWord, type Caller } from './command-line.js';
import { CreateError, reasonOf } from './create-error.js';
import { nameOfFolder, problemOfName } from './package-name.js';
import { projectFiles, readTemplate, sourceFor, type ProjectFile, type Template } from './project-files.js';

/** What is asked for. */
export interface CreateOptions {
  /** Absolute directory that `dir` starts from. */
  readonly cwd: string;
  /** The folder to make the project in; without it `cwd`, which must be empty then. */
  readonly dir?: string | undefined;
  /** Name of the package; without it the folder's name, as far as npm allows it. */
  readonly name?: string | undefined;
  /** The command that messages tell people to call. */
  readonly caller: Caller;
}

/** A project that was made. */
export interface CreatedProject {
  /** Absolute. */
  readonly directory: string;
  readonly name: string;
  /** What was written, relative to the directory, with `/`, sorted. */
  readonly files: readonly string[];
  /** The commands that install and start it, in the shell that asked for it. */
  readonly next: readonly string[];
  /** Where its packages of ours come from, if not from the registry: a folder of archives, or a checkout. */
  readonly packagesFrom?: string;
}

/**
 * Makes a project. Everything is checked before anything is written, and no file that is there is ever touched. Throws
 * `CreateError`: `CREATE_FOLDER_INVALID`, `CREATE_FOLDER_NOT_EMPTY`, `CREATE_NAME_INVALID`, `CREATE_FILES_EXIST`,
 * `CREATE_ARCHIVE_MISSING`, or `CREATE_WRITE_FAILED`, which says what was written before.
 */
export function createProject(options: CreateOptions): CreatedProject {
  const { cwd, dir } = options;
  const directory = resolve(cwd, dir ?? '.');
  checkFolder(directory, options);
  const template = readTemplate();
  const name = packageName(directory, template, options);
  const source = sourceFor(template);
  const files = projectFiles(template, name, source);
  checkFiles(directory, files, options);
  writeProject(directory, files);
  const enter = directory === resolve(cwd) ? '' : `cd ${shellWord(dir ?? '.')} && `;
  return {
    directory,
    name,
    files: files.map(({ path }) => path),
    next: [`${enter}npm install`, 'npm start'],
    ...(source.folder === undefined ? {} : { packagesFrom: source.folder }),
  };
}

/** What a folder may hold and still be empty to a person. */
const NOTHING = new Set(['.DS_Store', '.git', '.gitattributes', '.hg', '.idea', '.svn', '.vscode', 'LICENSE', 'Thumbs.db', 'desktop.ini']);

function checkFolder(directory: string, { dir, caller }: CreateOptions): void {
  if (dir === '') throw new CreateError('CREATE_FOLDER_INVALID', `The folder's name is empty. Write one: ${lineOf(caller, 'my-agent')}`);
  const entries = listFolder(directory, caller);
  if (dir !== undefined) return;
  const [first, ...more] = entries.filter((name) => !NOTHING.has(name));
  if (first === undefined) return;
  const holds = more.length === 0 ? first : `${first} and ${more.length} more`;
  const what = `This folder is not empty: it holds ${holds}. Name a new one: ${lineOf(caller, 'my-agent')}`;
  throw new CreateError('CREATE_FOLDER_NOT_EMPTY', `${what} (or . to add the project to this one)`);
}

/** What is in a folder; nothing if it does not exist. */
function listFolder(directory: string, caller: Caller): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []; // a system call's error
    const what = `No project can be made in ${directory}: ${reasonOf(error)}.`;
    throw new CreateError('CREATE_FOLDER_INVALID', `${what} Name another folder: ${lineOf(caller, 'my-agent')}`, { cause: error });
  }
}

/** A name that is asked for is taken or refused; one that the folder gives is changed until npm takes it. */
function packageName(directory: string, { manifest }: Template, { dir, name, caller }: CreateOptions): string {
  const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  if (name === undefined) {
    const derived = nameOfFolder(basename(directory));
    return [derived, `${derived}-project`].find((given) => problemOfName(given, dependencies) === undefined) ?? manifest.name;
  }
  const problem = problemOfName(name, dependencies);
  if (problem === undefined) return name;
  const what = `The package cannot be called "${name}": the name ${problem}.`;
  throw new CreateError('CREATE_NAME_INVALID', `${what} Give another one: ${lineOf(caller, dir, ['--name', 'my-agent'])}`);
}

function checkFiles(directory: string, files: readonly ProjectFile[], { caller }: CreateOptions): void {
  const folders = new Set(files.map(({ path }) => dirname(path)).filter((path) => path !== '.'));
  const taken = [...folders].filter((path) => exists(join(directory, path)) && !isFolder(join(directory, path)));
  const paths = files.map(({ path }) => path).filter((path) => !taken.includes(dirname(path)));
  const there = [...taken, ...paths.filter((path) => exists(join(directory, path)))];
  if (there.length === 0) return;
  const what = `${directory} has ${there.join(', ')} already. Nothing is ever overwritten, and nothing was written.`;
  const instead = `Move ${there.length === 1 ? 'it' : 'them'} away, or name a new folder: ${lineOf(caller, 'my-agent')}`;
  throw new CreateError('CREATE_FILES_EXIST', `${what} ${instead}`);
}

/** Also a link that leads nowhere is there. */
function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw writeFailed(path, [], error);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function writeProject(directory: string, files: readonly ProjectFile[]): void {
  const written: string[] = [];
  for (const { path, text } of files) {
    const file = join(directory, path);
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeNew(file, text);
    } catch (error) {
      throw writeFailed(file, written, error);
    }
    written.push(path);
  }
}

/** Leaves no half of a file. */
function writeNew(file: string, text: string): void {
  const handle = openSync(file, 'wx');
  try {
    writeFileSync(handle, text);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

function writeFailed(file: string, written: readonly string[], cause: unknown): CreateError {
  const before = written.length === 0 ? 'Nothing was written' : `Written before it, for you to remove: ${written.join(', ')}`;
  return new CreateError('CREATE_WRITE_FAILED', `${file} cannot be written: ${reasonOf(cause)}. ${before}.`, { cause });
}
