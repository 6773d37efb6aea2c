import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { median } from '../measure.mjs';

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const COMMAND = join(ROOT, 'apps/cli/bin/tackroom.js');
const BOOT = fileURLToPath(new URL('../boot-manifest.mjs', import.meta.url));
const PARSE = fileURLToPath(new URL('../parse-project.mjs', import.meta.url));
const TOOLS_PER_FILE = 10;

/** `tackroom schemas` over 500 tools: with nothing kept, and when nothing changed. The floor parses and binds the program. */
export async function schemas500() {
  return withProject(500, (folder) => {
    const rounds = Array.from({ length: 3 }, () => {
      rmSync(join(folder, 'cache'), { recursive: true, force: true });
      return { cold: compile(folder), warm: compile(folder), floor: timed([PARSE, folder]) };
    });
    const [coldMs, warmMs, floor] = ['cold', 'warm', 'floor'].map((key) => median(rounds.map((round) => round[key])));
    return { coldMs, warmMs, floor, ratio: coldMs / floor, target: 10_000, warmTarget: 1_000 };
  });
}

/** Boot of 1 000 decorated tools over a manifest, in a fresh process. The floor compiles their validators with ajv alone. */
export async function bootManifest1000() {
  return withProject(1_000, (folder) => {
    compile(folder);
    transpile(folder, 1_000);
    const run = (kind) => JSON.parse(spawned([BOOT, folder, kind]).stdout).ms;
    const rounds = Array.from({ length: 5 }, () => ({ ours: run('ours') }));
    const ms = median(rounds.map(({ ours }) => ours));
    const floor = run('floor');
    return { ms, floor, ratio: ms / floor, target: 150 };
  });
}

function withProject(tools, measure) {
  const folder = mkdtempSync(join(tmpdir(), 'tackroom-bench-'));
  try {
    writeProject(folder, tools);
    return measure(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeProject(folder, tools) {
  mkdirSync(join(folder, 'src'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'packages/tackroom'), join(folder, 'node_modules/tackroom'));
  symlinkSync(dirname(require.resolve('ajv/package.json')), join(folder, 'node_modules/ajv'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const compilerOptions = {
    target: 'ES2022',
    module: 'NodeNext',
    strict: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  for (let file = 0; file < tools / TOOLS_PER_FILE; file++) writeFileSync(join(folder, `src/tools-${file}.ts`), source(file));
}

/** Ten methods whose types are of every common kind. */
function source(file) {
  const methods = Array.from({ length: TOOLS_PER_FILE }, (_, at) => {
    const tool = file * TOOLS_PER_FILE + at;
    return `
  /**
   * Tool ${tool} of the benchmark.
   * @param name - Whom it is about.
   * @param options How to do it.
   */
  @Tool()
  tool${tool}(name: string, options: Options${file}, limit = ${at + 1}, state: 'open' | 'done' | null = null, tags?: readonly string[]): string {
    return [name, JSON.stringify(options), limit, state, tags?.length].join(' ');
  }`;
  });
  return `import { Tool } from 'tackroom';

interface Place { street: string; city: string; zip?: string }
/** What a call may say besides. */
export interface Options${file} {
  /** Where from. */ from: Place;
  to?: Place | null;
  weights: Record<string, number>;
  /** @minimum 1 */ copies: number;
  kind: { type: 'letter' } | { type: 'parcel'; grams: number };
}

export class Tools${file} {${methods.join('\n')}
}
`;
}

function compile(folder) {
  return timed([COMMAND, 'schemas', '--project', folder], { XDG_CACHE_HOME: join(folder, 'cache') });
}

function transpile(folder, tools) {
  const ts = require('typescript');
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
  };
  mkdirSync(join(folder, 'dist'));
  for (let file = 0; file < tools / TOOLS_PER_FILE; file++) {
    const text = readFileSync(join(folder, `src/tools-${file}.ts`), 'utf8');
    writeFileSync(join(folder, `dist/tools-${file}.js`), ts.transpileModule(text, { compilerOptions }).outputText);
  }
  const names = Array.from({ length: tools / TOOLS_PER_FILE }, (_, file) => pathToFileURL(join(folder, `dist/tools-${file}.js`)).href);
  writeFileSync(join(folder, 'dist/files.json'), JSON.stringify(names));
}

function timed(args, env = {}) {
  const started = performance.now();
  spawned(args, env);
  return performance.now() - started;
}

function spawned(args, env = {}) {
  const child = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, ...env } });
  if (child.status !== 0) throw new Error(`${args.join(' ')} failed: ${child.stdout}${child.stderr}`);
  return child;
}
