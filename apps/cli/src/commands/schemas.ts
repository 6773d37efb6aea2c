import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { CompiledProject, ProjectListener } from '@tackroom/schema-compiler';
import { CliError, reasonOf } from '../cli-error.js';
import { ExitCode } from '../exit-code.js';
import { writeJson, writeLine, type CommandIo } from '../io.js';
import { CompiledCache } from '../load/compiled-cache.js';
import { describeManifest, manifestChanges } from '../schemas/describe-manifest.js';
import { workingDirectory } from '../settings/settings.js';

/** Flags of `schemas`. */
export interface SchemasFlags {
  readonly project?: string;
  readonly out?: string;
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly json?: boolean;
  readonly cwd?: string;
}

const FILE = 'tackroom.schemas.json';

/**
 * `tackroom schemas`: reads the signatures of a project's tools and writes their schemas. With `--check` writes nothing and
 * gives 1 if the file is not what would be written. Throws `CLI_CWD_MISSING`, `CLI_SCHEMAS_FAILED`.
 */
export async function schemas(flags: SchemasFlags, io: CommandIo): Promise<ExitCode> {
  const cwd = workingDirectory(flags, io);
  const project = resolve(cwd, flags.project ?? '.');
  const { compileProject, manifestText, ProjectError, watchProject } = await import('@tackroom/schema-compiler');
  const given = flags.out === undefined ? undefined : resolve(cwd, flags.out);
  const folder = given === undefined ? packageFolder(project) : dirname(given);
  const out = (compiled: CompiledProject): string => given ?? join(compiled.folder, FILE);
  try {
    if (flags.watch === true) {
      await watching(
        io,
        (listener) => watchProject(project, listener, folder),
        (compiled) => report(compiled, write(compiled)),
      );
      return ExitCode.success;
    }
    const compiled = compileProject(project, new CompiledCache(io.env), folder);
    return report(compiled, flags.check === true ? check(compiled) : write(compiled));
  } catch (error) {
    if (!(error instanceof ProjectError)) throw error;
    throw new CliError('CLI_SCHEMAS_FAILED', error.problems.join(' '), { cause: error });
  }

  function write(compiled: CompiledProject): Outcome {
    const [path, text] = [out(compiled), manifestText(compiled.manifest)];
    const before = contentOf(path);
    if (before !== text) writeWhole(path, text);
    return { path, state: before === text ? 'unchanged' : 'written', changes: manifestChanges(before, compiled.manifest) };
  }

  function check(compiled: CompiledProject): Outcome {
    const path = out(compiled);
    const before = contentOf(path);
    const isCurrent = before === manifestText(compiled.manifest);
    return { path, state: isCurrent ? 'current' : 'stale', changes: manifestChanges(before, compiled.manifest) };
  }

  function report(compiled: CompiledProject, { path, state, changes }: Outcome): ExitCode {
    const file = relative(cwd, path) || path;
    const { tools, files, refused } = describeManifest(compiled.manifest);
    if (flags.json === true) writeJson(io, { file: path, state, tools, files, changes, refused });
    else {
      const count = `${tools} ${tools === 1 ? 'tool' : 'tools'} of ${files} ${files === 1 ? 'file' : 'files'}`;
      writeLine(io, `${file}: ${count}, ${STATES[state]}`);
      if (state === 'stale' || state === 'written') for (const change of changes) writeLine(io, `  ${change}`);
      for (const { tool, reason } of refused) writeLine(io, `  no schema: ${tool}: ${reason}`);
      if (state === 'stale') writeLine(io, 'Write it with: tackroom schemas');
      if (tools === 0) writeLine(io, 'No @Tool method, defineTool or toolFunction was found: does the tsconfig include their files?');
      if (tools === 0) writeLine(io, 'A tsconfig that only references others has none of its own: name each of them with --project.');
    }
    return state === 'stale' ? ExitCode.failed : ExitCode.success;
  }
}

interface Outcome {
  readonly path: string;
  readonly state: keyof typeof STATES;
  readonly changes: readonly string[];
}

const STATES = {
  written: 'written',
  unchanged: 'unchanged',
  current: 'up to date',
  stale: 'not what the sources say',
} as const;

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unwritable(path, error);
  }
}

/** Whole or not at all: a program may boot, or another command write, at the same time. */
function writeWhole(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  } catch (error) {
    throw unwritable(path, error);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** The folder in which a boot looks: that of the package.json nearest to the tsconfig; undefined if there is none. */
function packageFolder(project: string): string | undefined {
  const isFolder = statSync(project, { throwIfNoEntry: false })?.isDirectory() === true;
  for (let folder = isFolder ? project : dirname(project); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function unwritable(path: string, cause: unknown): CliError {
  return new CliError(
    'CLI_SCHEMAS_FAILED',
    `${path} cannot be written: ${(cause as NodeJS.ErrnoException).code ?? reasonOf(cause)}. Name another place with --out.`,
    { cause },
  );
}

/** Reports every change until the person interrupts. */
async function watching(
  io: CommandIo,
  watch: (listener: ProjectListener) => () => void,
  report: (compiled: CompiledProject) => void,
): Promise<void> {
  let failed: ((error: unknown) => void) | undefined;
  const failure = new Promise<never>((_resolve, reject) => (failed = reject));
  const changed = (compiled: CompiledProject): void => {
    try {
      report(compiled);
    } catch (error) {
      failed?.(error);
    }
  };
  // A file that is being written may be no TypeScript for a moment: what was written before still counts.
  const stop = watch({ changed, failed: ({ message }) => io.stderr.write(`${message}\n`) });
  try {
    const interrupted = new Promise<void>((done) => io.signal.addEventListener('abort', () => done(), { once: true }));
    if (!io.signal.aborted) await Promise.race([interrupted, failure]);
  } finally {
    stop();
  }
}
