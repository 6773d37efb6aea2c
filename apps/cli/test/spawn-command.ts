import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Ran } from './run-main.js';

const BIN = fileURLToPath(new URL('../bin/tackroom.js', import.meta.url));
const built = existsSync(fileURLToPath(new URL('../dist/index.js', import.meta.url)));

/** What is compiled here is kept for this file only. */
const CACHE = mkdtempSync(join(tmpdir(), 'tackroom-cache-'));
afterAll(() => rmSync(CACHE, { recursive: true, force: true }));

/** Several processes in a row, on a machine with other work. */
const TIMEOUT_MS = 60_000;

/** A test of the built command. Without a build it passes as skipped, except where everything must have been built. */
export function testBuilt(name: string, body: () => Promise<void>): void {
  if (built || process.env['CI'] === 'true') test(name, body, TIMEOUT_MS);
  else test(`skipped, because the command is not built (npm run build): ${name}`, () => undefined);
}

/** Where a process runs, and what is done to it meanwhile. */
export interface SpawnOptions {
  readonly cwd: string;
  /** The program; the committed `bin` of this package unless given. */
  readonly bin?: string;
  /** Variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where stdout goes instead of into the result. */
  readonly stdout?: number;
  /** Called with all of stdout so far, each time some arrives. */
  readonly onOutput?: (stdout: string, child: ChildProcess) => void;
}

/** Runs the command as a process of its own, without input, until it has ended and closed its output. */
export function spawnCommand(args: readonly string[], options: SpawnOptions): Promise<Ran> {
  const { cwd, bin = BIN, env = {}, onOutput } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], {
      cwd,
      env: { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '', XDG_STATE_HOME: CACHE, ...env },
      stdio: ['ignore', options.stdout ?? 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      onOutput?.(stdout, child);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
}
