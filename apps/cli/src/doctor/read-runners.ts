import { findInstalled } from './installed-package.js';

/** What a script runs TypeScript with. */
export interface Runner {
  /** Name of the script in `package.json`. */
  readonly script: string;
  /** As it is called. */
  readonly name: string;
  readonly kind: RunnerKind;
}

/**
 * What a runner does with decorated classes: `untyped` compiles decorators and emits no types of parameters; `tsconfig` does
 * what tsconfig.json says; `strip` only takes types away, so that decorators do not even parse; `own` needs options of its
 * own, in `.swcrc`.
 */
export type RunnerKind = 'untyped' | 'tsconfig' | 'strip' | 'own';

/** Programs by the word that starts them. */
const PROGRAMS: ReadonlyMap<string, RunnerKind> = new Map([
  ['tsx', 'untyped'],
  ['esbuild', 'untyped'],
  ['esno', 'untyped'],
  ['ts-node', 'tsconfig'],
  ['ts-node-esm', 'tsconfig'],
  ['ts-node-dev', 'tsconfig'],
  ['tsc', 'tsconfig'],
  ['swc', 'own'],
]);

/** Loaders by the package that `node --import` or `--loader` names. */
const LOADERS: ReadonlyMap<string, RunnerKind> = new Map([
  ['tsx', 'untyped'],
  ['tsx/esm', 'untyped'],
  ['tsx/cjs', 'untyped'],
  ['esbuild-register', 'untyped'],
  ['ts-node/esm', 'tsconfig'],
  ['ts-node/register', 'tsconfig'],
  ['@swc-node/register', 'tsconfig'],
  ['@swc-node/register/esm-register', 'tsconfig'],
]);

/** What the scripts of a project run TypeScript with, each once per script. `root` is where packages are looked for. */
export function readRunners(scripts: Readonly<Record<string, string>>, root: string): readonly Runner[] {
  const runners = Object.entries(scripts).flatMap(([script, line]) =>
    line.split(/&&|\|\||[;|]/).flatMap((command): readonly Runner[] => {
      const found = runnerOf(command.trim().split(/\s+/), root);
      return found === undefined ? [] : [{ script, ...found }];
    }),
  );
  return runners.filter(
    (runner, index) => runners.findIndex(({ script, name }) => script === runner.script && name === runner.name) === index,
  );
}

const PREFIXES: ReadonlySet<string> = new Set([
  'npx',
  'cross-env',
  'exec',
  'pnpm',
  'yarn',
  'dlx',
  'nodemon',
  '--exec',
  '-x',
  'c8',
  '--',
  '--no-install',
  '-y',
]);

/** The first words may set variables or start another program that starts the one that counts. */
function runnerOf(words: readonly string[], root: string): Omit<Runner, 'script'> | undefined {
  const start = words.findIndex((word) => !/^\w+=/.test(word) && !PREFIXES.has(word));
  const [program = '', ...rest] = start < 0 ? [] : words.slice(start).map((word) => word.replace(/^["']|["']$/g, ''));
  const name = program.split('/').at(-1) ?? program;
  if (name === 'node') return nodeRunner(rest);
  if (name === 'vitest' || name === 'vite-node') return { name, kind: viteKind(root) };
  const kind = PROGRAMS.get(name);
  if (name === 'tsc' && rest.includes('--noEmit')) return undefined; // runs nothing
  return kind === undefined ? undefined : { name, kind };
}

function nodeRunner(rest: readonly string[]): Omit<Runner, 'script'> | undefined {
  const values = rest.flatMap((word, index) =>
    /^(?:--import|--loader|--experimental-loader|--require|-r)$/.test(word) ? [rest[index + 1] ?? ''] : [word.split('=')[1] ?? ''],
  );
  for (const value of values) {
    const kind = LOADERS.get(value);
    if (kind !== undefined) return { name: `node with ${value}`, kind };
  }
  if (rest.includes('--experimental-transform-types')) return { name: 'node --experimental-transform-types', kind: 'strip' };
  if (rest.includes('--experimental-strip-types')) return { name: 'node --experimental-strip-types', kind: 'strip' };
  const file = rest.find((word) => /\.[mc]?ts$/.test(word));
  return file === undefined || rest.some((word) => word.startsWith('--import') || word.startsWith('--loader'))
    ? undefined
    : { name: `node ${file}`, kind: 'strip' };
}

/** Vite compiles with esbuild up to 7, which emits no types, and from 8 on with Oxc, which does as tsconfig.json says. */
function viteKind(root: string): RunnerKind {
  const vite = findInstalled('vite', root);
  const isOxc = vite !== undefined && Number(vite.version.split('.')[0]) >= 8;
  return isOxc ? 'tsconfig' : 'untyped';
}
