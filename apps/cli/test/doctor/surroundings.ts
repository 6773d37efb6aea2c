import { join } from 'node:path';
import { openProject } from '../../src/doctor/project.js';
import type { Surroundings } from '../../src/doctor/surroundings.js';
import { scratchFolder, writeFiles } from '../run-main.js';

/** A machine with nothing on it, in a folder that says nothing; a test changes what it is about. */
export function surroundingsOf(cwd: string, changes: Partial<Surroundings> = {}): Surroundings {
  return {
    cwd,
    config: undefined,
    env: { PATH: '', OLLAMA_HOST: '127.0.0.1:1' },
    platform: 'linux',
    nodeVersion: '22.12.0',
    ownVersion: '1.2.3',
    commands: ['doctor', 'run'],
    terminal: { isTerminal: true, columns: 80, hasColours: true },
    project: openProject(cwd),
    packagedRipgrep: () => Promise.resolve(undefined),
    findLeftCopies: () => Promise.resolve([]),
    tryIsolations: () =>
      Promise.resolve([{ sandbox: 'BubblewrapSandbox', use: 'new BubblewrapSandbox()', works: false, detail: 'bwrap was not found.' }]),
    runCommand: () => Promise.resolve({ success: false, text: 'bash is not here' }),
    ...changes,
  };
}

/** Makes folders with files also inside tests; call it outside of them. All are gone after the tests of the file. */
export function folderMaker(): (files: Readonly<Record<string, unknown>>) => string {
  const parent = scratchFolder();
  let count = 0;
  return (files) => {
    const folder = join(parent, String((count += 1)));
    writeFiles(parent, { [`${count}/.keep`]: '' });
    writeFiles(folder, files);
    return folder;
  };
}
