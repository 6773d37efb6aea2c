import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finish, listPackages, repositoryRoot, type Finding } from '@tackroom/source-tree';
import { checkContents } from './check-contents.js';
import { checkCreate } from './check-create.js';
import { checkRuns } from './check-runs.js';
import { packPackages } from './pack-packages.js';
import { CONSUMER_TSCONFIG, otherRuns, schemasRun, typescriptRuns } from './program-runs.js';
import { runNpm } from './run-command.js';

const PROGRAM = 'apps/examples/readme/src/main.ts';
const PLAIN = 'apps/examples/readme/plain.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'tackroom-pack-'));
try {
  finish('The packed packages', await packTest(repositoryRoot()));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function packTest(root: string): Promise<readonly Finding[]> {
  const absent = [PROGRAM, PLAIN].filter((file) => !existsSync(join(root, file)));
  const missing = absent.map((file): Finding => ({ file, line: 0, rule: 'run', message: 'This program is missing.' }));
  const packages = listPackages(root).filter((found) => !found.private);
  const packed = await packPackages(root, packages, scratch);
  const contents = packages.flatMap((found): readonly Finding[] => {
    const archive = packed.find(({ name }) => name === found.name);
    return archive === undefined ? [] : checkContents(archive, found);
  });
  if (missing.length > 0) return [...missing, ...contents];

  const consumer = await installInto(
    join(scratch, 'consumer'),
    packed.map(({ archive }) => archive),
  );
  cpSync(join(root, PROGRAM, '..'), join(consumer, 'src'), { recursive: true });
  cpSync(join(root, PLAIN), join(consumer, 'plain.mjs'));
  return [
    ...contents,
    ...(await checkRuns(consumer, PROGRAM, [schemasRun], false)),
    ...(await checkRuns(consumer, PROGRAM, typescriptRuns, true)),
    ...(await checkRuns(consumer, PLAIN, otherRuns, false)),
    ...(await checkCreate({ root, packages, packed, scratch })),
  ];
}

/** Makes an empty project and installs the archives; what they depend on comes from npm's cache where it is there. */
async function installInto(folder: string, archives: readonly string[]): Promise<string> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONSUMER_TSCONFIG));
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const { exitCode, stdout, stderr } = await runNpm(['install', ...options, ...archives], folder);
  if (exitCode !== 0) throw new Error(`npm install of the packed packages failed:\n${stdout}${stderr}`);
  return folder;
}
