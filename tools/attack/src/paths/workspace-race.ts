import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is tried: access to files by paths relative to a root. It may refuse, but must not leave the root. */
export interface RaceTarget {
  read(path: string): Promise<string>;
  /** Writes over what is there and makes missing directories. */
  write(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  removeTree(path: string): Promise<void>;
}

/** How a race went. */
export interface RaceResult {
  readonly operations: number;
  /** Operations that did what they were asked, and those that were refused. */
  readonly done: number;
  readonly refused: number;
  /** What happened outside the root; empty for a target that holds its boundary. */
  readonly escapes: readonly string[];
}

/** How a race is run. */
export interface RaceOptions {
  readonly operations: number;
  /** `exchange` compiles a small C program that swaps in one step; `rename` needs nothing and leaves gaps. */
  readonly swapper: 'exchange' | 'rename';
  /** Whether the first escape ends it. */
  readonly stopAtEscape: boolean;
}

const OUTSIDE: Readonly<Record<string, string>> = { f: 'OUT', keep: 'KEEP', 'tree/x': 'X' };

/**
 * Lets another process swap a directory in the root for a link to one outside, without end, while files in it are read,
 * written and removed. What is outside is compared with what it was.
 */
export async function raceWorkspace(make: (root: string) => RaceTarget, options: RaceOptions): Promise<RaceResult> {
  const base = await mkdtemp(join(tmpdir(), 'tackroom-race-'));
  try {
    prepare(base);
    const stop = await startSwapper(base, options.swapper);
    try {
      return await run(make(join(base, 'root')), base, options);
    } finally {
      await stop();
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** Whether the C program can be compiled here. */
export function hasCompiler(): boolean {
  return process.platform === 'linux' && spawnSync('gcc', ['--version'], { stdio: 'ignore' }).status === 0;
}

function prepare(base: string): void {
  mkdirSync(join(base, 'root/d/sub'), { recursive: true });
  writeFileSync(join(base, 'root/d/sub/f'), 'IN');
  for (const [name, text] of Object.entries(OUTSIDE)) {
    mkdirSync(join(base, 'outside/sub', name, '..'), { recursive: true });
    writeFileSync(join(base, 'outside/sub', name), text);
  }
  symlinkSync(join(base, 'outside'), join(base, 'root/link'));
}

async function run(target: RaceTarget, base: string, options: RaceOptions): Promise<RaceResult> {
  const escapes: string[] = [];
  let done = 0;
  let operations = 0;
  for (; operations < options.operations && !(options.stopAtEscape && escapes.length > 0); operations += 1) {
    if (await operate(target, operations, escapes)) done += 1;
    // Looking costs more than an operation.
    if (operations % 50 === 49) lookOutside(base, operations, escapes);
  }
  lookOutside(base, operations, escapes);
  return { operations, done, refused: operations - done, escapes };
}

/** One operation; whether it did what it was asked. */
async function operate(target: RaceTarget, number: number, escapes: string[]): Promise<boolean> {
  const path = `d/sub/${['f', `w${number % 7}`, `n${number % 5}/deep/x`][number % 3] ?? ''}`;
  const note = (text: string): void => {
    if (Object.values(OUTSIDE).includes(text)) escapes.push(`read ${text} at ${number}`);
  };
  const operations: readonly (() => Promise<unknown>)[] = [
    () => target.read('d/sub/f').then((text) => note(text)),
    () => target.write(path, 'written'),
    () => target.remove('d/sub/keep'),
    () => target.read('d/sub/keep').then((text) => note(text)),
    () => target.write('d/sub/keep', 'IN'),
    () => target.removeTree('d/sub/tree'),
    () => target.write('d/sub/tree/x', 'IN'),
    () => target.write('d/sub/f', 'IN'),
  ];
  try {
    await operations[number % operations.length]?.();
    return true;
  } catch {
    return false;
  }
}

function lookOutside(base: string, number: number, escapes: string[]): void {
  const found = filesBelow(join(base, 'outside/sub'));
  if (JSON.stringify(found) === JSON.stringify(Object.entries(OUTSIDE))) return;
  escapes.push(`outside is ${JSON.stringify(found)} at ${number}`);
  rmSync(join(base, 'outside/sub'), { recursive: true, force: true });
  for (const [name, text] of Object.entries(OUTSIDE)) {
    mkdirSync(join(base, 'outside/sub', name, '..'), { recursive: true });
    writeFileSync(join(base, 'outside/sub', name), text);
  }
}

function filesBelow(directory: string): readonly (readonly [string, string])[] {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
  return names
    .filter((name) => statSync(join(directory, name)).isFile())
    .map((name) => [name, readFileSync(join(directory, name), 'utf8')]);
}

const RENAMES = `const { renameSync: r } = require('fs'); process.stdout.write('.');
  for (;;) { r('d', 'e'); r('link', 'd'); r('d', 'link'); r('e', 'd'); }`;

async function startSwapper(base: string, kind: RaceOptions['swapper']): Promise<() => Promise<void>> {
  const root = join(base, 'root');
  const program = kind === 'exchange' ? compile(base) : process.execPath;
  const args = kind === 'exchange' ? ['d', 'link'] : ['-e', RENAMES];
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await Promise.race([
    new Promise((resolve) => child.stdout.once('data', resolve)),
    closed.then(() => Promise.reject(new Error('the swapper did not start'))),
  ]);
  return async () => {
    child.kill('SIGKILL');
    await closed;
  };
}

function compile(base: string): string {
  const program = join(base, 'rename-exchange');
  const source = fileURLToPath(new URL('./rename-exchange.c', import.meta.url));
  const { status, stderr } = spawnSync('gcc', ['-O2', '-o', program, source], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`rename-exchange.c was not compiled: ${stderr}`);
  return program;
}
