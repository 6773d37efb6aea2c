import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Compiled files that are kept; when there are more the older half goes. */
const MAX_FILES = 400;

/**
 * Keeps what sources were compiled to, by the hash of everything that decides it, because starting the compiler costs more
 * than most commands. It lies where only its owner writes: below `XDG_CACHE_HOME`, or its default in the home directory,
 * and never in a workspace that tools can reach. A cache that cannot be read or written is as good as none.
 */
export class CompiledCache {
  private readonly folder: string;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    const given = env['XDG_CACHE_HOME'] ?? '';
    this.folder = join(given === '' ? join(homedir(), '.cache') : given, 'tackroom', 'compiled');
  }

  /** The key of a compilation: the same parts in the same order give the same key. */
  static key(parts: readonly string[]): string {
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  }

  read(key: string): string | undefined {
    try {
      return isPrivate(this.folder) ? readFileSync(this.path(key), 'utf8') : undefined;
    } catch {
      return undefined;
    }
  }

  /** Whole or not at all. */
  write(key: string, output: string): void {
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      if (!isPrivate(this.folder)) return;
      this.replace(this.path(key), output);
      this.prune();
    } catch {
      // The next command compiles it again.
    }
  }

  private replace(path: string, output: string): void {
    const temporary = `${path}.${process.pid}.tmp`;
    try {
      writeFileSync(temporary, output, { mode: 0o600 });
      renameSync(temporary, path);
    } finally {
      rmSync(temporary, { force: true });
    }
  }

  private prune(): void {
    const files = readdirSync(this.folder);
    if (files.length <= MAX_FILES) return;
    const byAge = files.map((name) => ({ name, at: statSync(join(this.folder, name)).mtimeMs })).sort((a, b) => a.at - b.at);
    for (const { name } of byAge.slice(0, MAX_FILES / 2)) rmSync(join(this.folder, name), { force: true });
  }

  private path(key: string): string {
    return join(this.folder, `${key}.js`);
  }
}

/** Whether nobody else can have put code there. Windows keeps a profile from others, and has no user ids to compare. */
function isPrivate(folder: string): boolean {
  const own = process.getuid?.();
  const { uid, mode } = lstatSync(folder);
  return own === undefined || (uid === own && (mode & 0o022) === 0);
}
