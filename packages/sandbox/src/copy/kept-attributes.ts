import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { firstExecutable, candidatePaths } from '../process/executables.js';
import { runProcess } from '../process/run-process.js';
import { unnamedFile } from '../unnamed-file.js';
import { hostPath, type BytePath } from './byte-path.js';
import { entryState } from './tree-snapshot.js';

/** What `cp` of GNU makes of a file without its content. Elsewhere there is none, and nothing is kept. */
const COPY = ['-0', '-r', 'cp', '--attributes-only', '--no-dereference', '--preserve=mode,xattr', '--parents'];

/**
 * Empty files that have the extended attributes of others, the lists of who may access them included: Node cannot read those. They
 * lie in a directory of the tree itself, so that each can take its place by its name.
 */
export class KeptAttributes {
  private constructor(private readonly directory: string | undefined) {}

  /** Makes one for each of these files of `root`. Never rejects: where it cannot be done there are none. */
  static async of(root: string, paths: readonly BytePath[]): Promise<KeptAttributes> {
    const isPossible = process.platform === 'linux' && paths.length > 0 && (await firstExecutable(candidatePaths('xargs'))) !== undefined;
    if (!isPossible) return new KeptAttributes(undefined);
    const name = `.tackroom-${randomBytes(9).toString('hex')}.tmp`;
    const kept = new KeptAttributes(`${root}/${name}`);
    try {
      await mkdir(`${root}/${name}`, { mode: 0o700 });
      const input = await unnamedFile(Buffer.from(paths.map((path) => `./${path}\0`).join(''), 'latin1'));
      try {
        await runProcess({
          program: 'xargs',
          args: [...COPY, '-t', `./${name}`, '--'],
          directory: root,
          environment: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
          stdin: input.fd,
          extra: [],
          timeoutMs: 60_000,
          signal: undefined,
          onOutput: undefined,
          maxOutputChars: 1_000,
          graceMs: 1_000,
          drainMs: 200,
        });
      } finally {
        await input.close();
      }
    } catch {
      // What was made serves; the rest goes without.
    }
    return kept;
  }

  /** The empty file for a path, which becomes the caller's; undefined if there is none. */
  async take(path: BytePath): Promise<string | Buffer | undefined> {
    if (this.directory === undefined) return undefined;
    const file = hostPath(this.directory, path);
    return (await entryState(file).catch(() => undefined))?.kind === 'file' ? file : undefined;
  }

  async close(): Promise<void> {
    if (this.directory !== undefined) await rm(this.directory, { recursive: true, force: true }).catch(() => undefined);
  }
}
