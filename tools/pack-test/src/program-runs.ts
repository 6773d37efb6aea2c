import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { listFiles } from '@tackroom/source-tree';
import { runCommand, type CommandResult } from './run-command.js';

/** One way in which a user may run a program that is written against the packages. */
export interface ProgramRun {
  readonly name: string;
  /** Runs the program that lies in `folder`, compiling it first where this way needs that. */
  run(folder: string): Promise<CommandResult>;
}

/** The settings that the documentation asks of a TypeScript project; the types of our packages are checked as well. */
export const CONSUMER_TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2023', 'ESNext.Disposable'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    skipLibCheck: false,
    types: ['node'],
    typeRoots: [join(moduleFolder('@types/node/package.json'), '..')],
    rootDir: 'src',
    outDir: 'out-tsc',
  },
  include: ['src'],
};

/** Writes the manifest that every compiled form of the program finds beside its `package.json`. */
export const schemasRun: ProgramRun = {
  name: 'tackroom schemas',
  run: (folder) => runCommand(join(folder, 'node_modules', '.bin', 'tackroom'), ['schemas'], folder),
};

/** The same TypeScript program three ways: each has to print the same. */
export const typescriptRuns: readonly ProgramRun[] = [
  {
    name: 'tsc',
    async run(folder) {
      const compiler = join(moduleFolder('typescript/package.json'), 'bin', 'tsc');
      const compiled = await runCommand(process.execPath, [compiler, '-p', '.'], folder);
      return compiled.exitCode === 0 ? runCommand(process.execPath, ['out-tsc/main.js'], folder) : compiled;
    },
  },
  {
    name: 'swc',
    async run(folder) {
      for (const file of listFiles(folder, 'src', ['.ts'])) await compileWithSwc(folder, file);
      return runCommand(process.execPath, ['out-swc/main.js'], folder);
    },
  },
  { name: 'tsx', run: (folder) => runCommand(process.execPath, ['--import', import.meta.resolve('tsx'), 'src/main.ts'], folder) },
];

/** The program without types and decorators, and the command that the packages install. */
export const otherRuns: readonly ProgramRun[] = [
  { name: 'plain JavaScript', run: (folder) => runCommand(process.execPath, ['plain.mjs'], folder) },
  { name: 'the tackroom command', run: (folder) => runCommand(join(folder, 'node_modules', '.bin', 'tackroom'), ['--help'], folder) },
];

async function compileWithSwc(folder: string, file: string): Promise<void> {
  const { code } = await transform(readFileSync(join(folder, file), 'utf8'), {
    filename: file,
    configFile: false,
    swcrc: false,
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
  });
  const out = join(folder, file.replace(/^src/, 'out-swc').replace(/ts$/, 'js'));
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, code);
}

function moduleFolder(packageJson: string): string {
  return dirname(fileURLToPath(import.meta.resolve(packageJson)));
}
