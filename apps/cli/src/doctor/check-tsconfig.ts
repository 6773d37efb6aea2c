import { relative } from 'node:path';
import type * as typescript from 'typescript';
import type { Finding } from './finding.js';
import type { Project } from './project.js';
import { effectiveTarget, type Tsconfig, type TypeScript } from './read-tsconfigs.js';
import type { Surroundings } from './surroundings.js';

/** Whether the compiler's options let decorated classes work, and packages that are ES modules be imported. */
export function checkTsconfig({ project }: Pick<Surroundings, 'project'>): Finding | readonly Finding[] {
  const { ts, configs, problems } = project.tsconfigs();
  const { files } = project.sources();
  const hasClasses = files.length > 0;
  if (configs.length === 0) return withoutConfig(hasClasses, project);
  // Of several only those count that compile decorated classes.
  const counting = configs.filter((config) => configs.length === 1 || files.some(({ path }) => config.files.includes(path)));
  const findings = counting.flatMap((config) => checkOptions(ts, config, { project, hasClasses }));
  if (problems.length > 0) {
    findings.unshift({
      id: 'tsconfig.unreadable',
      status: 'problem',
      summary: `${shown(configs[0]?.path ?? '', project)} has mistakes, and is read without them`,
      detail: problems.join('\n'),
      fix: 'Mend them; "npx tsc --showConfig" says the same.',
    });
  }
  if (findings.length > 0) return findings;
  const paths = counting.map(({ path }) => shown(path, project));
  if (paths.length === 0)
    return { id: 'tsconfig', status: 'absent', summary: 'no tsconfig.json compiles decorated classes; none were found' };
  const [first = '', ...others] = paths;
  const names = others.length === 0 ? first : `${paths.length} tsconfig files`;
  const detail = others.length === 0 ? {} : { detail: paths.join('\n') };
  return { id: 'tsconfig', status: 'ok', summary: `${names}: decorators, types of parameters and ES modules are on`, ...detail };
}

function withoutConfig(hasClasses: boolean, { runners }: Project): Finding {
  if (!hasClasses) return { id: 'tsconfig', status: 'absent', summary: 'no tsconfig.json from here upwards, and no decorated TypeScript' };
  const runner = runners.find(({ kind }) => kind === 'untyped' || kind === 'tsconfig');
  return {
    id: 'tsconfig',
    status: runner === undefined ? 'warning' : 'problem',
    summary: 'no tsconfig.json: only --tools compiles decorated classes rightly',
    detail: `${runner === undefined ? 'tsx, esbuild and tsc' : `"npm run ${runner.script}" (${runner.name})`} would compile decorators the ECMAScript way.`,
    fix: 'Write tsconfig.json: { "compilerOptions": { "target": "ES2022", "module": "NodeNext", "experimentalDecorators": true, "emitDecoratorMetadata": true } }',
  };
}

interface Seen {
  readonly project: Project;
  /** Whether any decorated class was found. */
  readonly hasClasses: boolean;
}

function checkOptions(ts: TypeScript, { path, options }: Tsconfig, { project, hasClasses }: Seen): readonly Finding[] {
  const findings: Finding[] = [];
  const name = shown(path, project);
  const add = (what: string, status: Finding['status'], summary: string, fix: string): void => {
    findings.push({ id: `tsconfig.${what}`, status, summary: `${name}: ${summary}`, fix });
  };
  const set = (line: string): string => `Write ${line} under "compilerOptions" in ${name}.`;
  const needed = hasClasses ? 'problem' : 'warning';
  if (options.experimentalDecorators !== true) {
    add(
      'decorators',
      needed,
      'decorators are compiled the ECMAScript way, which knows no parameters',
      set('"experimentalDecorators": true'),
    );
  }
  if (options.emitDecoratorMetadata !== true) {
    add('metadata', 'warning', 'no types of parameters are emitted, so every @Param needs a type', set('"emitDecoratorMetadata": true'));
  }
  const { resolution, output } = moduleOptions(ts, options);
  if (resolution === 'old') {
    add(
      'resolution',
      'problem',
      'the compiler cannot find "tackroom": its module resolution knows no "exports"',
      set('"module": "NodeNext"'),
    );
  } else if (isRequireRefused(ts, options, project)) {
    const summary = 'an ES module cannot be imported from CommonJS with this "module"';
    add('module', 'problem', summary, `Write "type": "module" in package.json, or "module": "NodeNext" in ${name}.`);
  }
  const mismatch = outputMismatch(output, options, project);
  if (mismatch !== undefined)
    add('output', 'problem', mismatch, `Write "type": "module" in package.json and "module": "NodeNext" in ${name}.`);
  if (effectiveTarget(ts, options) < ts.ScriptTarget.ES2017) {
    add('target', 'problem', 'compiled for an engine before ES2017, methods lose the names of their parameters', set('"target": "ES2022"'));
  }
  return findings;
}

/** How modules are found, and what is written. `node16` and later write what each file is. */
function moduleOptions(
  ts: TypeScript,
  { module, moduleResolution, ...options }: typescript.CompilerOptions,
): { readonly resolution: 'old' | 'new'; readonly output: 'commonjs' | 'es' | 'by file' | 'other' } {
  const kind = module ?? (effectiveTarget(ts, options) >= ts.ScriptTarget.ES2015 ? ts.ModuleKind.ES2015 : ts.ModuleKind.CommonJS);
  const isByFile = kind >= ts.ModuleKind.Node16 && kind <= ts.ModuleKind.NodeNext;
  const isNew = isByFile || kind === ts.ModuleKind.Preserve;
  const old: readonly (typescript.ModuleResolutionKind | undefined)[] = [ts.ModuleResolutionKind.Classic, ts.ModuleResolutionKind.Node10];
  const resolution = (moduleResolution === undefined ? isNew : !old.includes(moduleResolution)) ? 'new' : 'old';
  if (isByFile) return { resolution, output: 'by file' };
  if (kind === ts.ModuleKind.CommonJS) return { resolution, output: 'commonjs' };
  return { resolution, output: kind >= ts.ModuleKind.ES2015 ? 'es' : 'other' };
}

/** TS1479: before `node20` the compiler lets no CommonJS file import an ES module, although Node can. */
function isRequireRefused(ts: TypeScript, { module }: typescript.CompilerOptions, { manifest }: Project): boolean {
  return (module === ts.ModuleKind.Node16 || module === ts.ModuleKind.Node18) && manifest?.type !== 'module';
}

function outputMismatch(output: string, { noEmit }: typescript.CompilerOptions, { manifest }: Project): string | undefined {
  if (output === 'other') return 'its "module" is nothing that Node loads';
  if (noEmit === true || manifest === undefined) return undefined;
  if (output === 'commonjs' && manifest.type === 'module')
    return 'it writes CommonJS, which "type": "module" of package.json makes Node refuse';
  if (output === 'es' && manifest.type === 'commonjs')
    return 'it writes ES modules, which "type": "commonjs" of package.json makes Node refuse';
  return undefined;
}

function shown(path: string, { cwd }: Project): string {
  return relative(cwd, path);
}
