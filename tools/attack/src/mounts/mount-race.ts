import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Names of the workspace that are mounted for a command. */
export const SWAPPED_NAMES: readonly SwappedName[] = [
  ...['.vscode', '.git', '.git/hooks', '.claude'].map((name) => ({ name, isFile: false })),
  ...['.mcp.json', '.gitmodules'].map((name) => ({ name, isFile: true })),
];
/** A protected name that another command may own. */
export interface SwappedName {
  readonly name: string;
  /** A file, which is swapped for a link to one that is not there; a directory is for a link to the one above the root. */
  readonly isFile: boolean;
}

/** Whoever has no rights. */
export const NOBODY = 65_534;

/** One race: a swapper beside commands. */
export interface MountRace extends SwappedName {
  /** Who runs it, by number, where this process is root; undefined for this process's own user. */
  readonly user: number | undefined;
  /** Commands at most. */
  readonly commands: number;
  readonly milliseconds: number;
  /** Between two swaps. */
  readonly micros: number;
}

/** What came of one. */
export interface MountRaceResult {
  readonly commands: number;
  /** Commands that did not start, because of what was moved meanwhile. */
  readonly failed: number;
  readonly escapes: readonly string[];
}

/** Why no race can be run here; undefined if one can. It calls the kernel by a number of this architecture. */
export function whyNoMountRace(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it needs Linux on x64';
  const missing = ['bwrap', 'perl'].filter((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error !== undefined);
  return missing.length === 0 ? undefined : `it needs ${missing.join(' and ')}`;
}

/** Runs a race in a process of its own, which ends with it. Needs built packages. */
export async function raceMounts({ user, ...race }: MountRace): Promise<MountRaceResult> {
  const world = mkdtempSync(join(realpathSync(tmpdir()), 'tackroom-mounts-'));
  try {
    if (user !== undefined) chownSync(world, user, user);
    const program = fileURLToPath(new URL('run-commands.mjs', import.meta.url));
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.end(JSON.stringify({ user, world, ...race }));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as MountRaceResult;
  } finally {
    rmSync(world, { recursive: true, force: true });
  }
}
