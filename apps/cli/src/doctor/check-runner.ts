import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './finding.js';
import type { Project } from './project.js';
import type { Runner, RunnerKind } from './read-runners.js';
import type { Surroundings } from './surroundings.js';

/** What the scripts of the project run TypeScript with, and what that does with decorated classes. */
export function checkRunner({ project }: Pick<Surroundings, 'project'>): Finding | readonly Finding[] {
  const { manifest, manifestProblem, runners } = project;
  if (manifestProblem !== undefined) {
    const summary = `${join(project.root, 'package.json')} cannot be read: ${manifestProblem}`;
    return { id: 'runner', status: 'problem', summary, fix: 'Mend the JSON of the file; npm cannot read it either.' };
  }
  if (manifest === undefined)
    return { id: 'runner', status: 'absent', summary: 'no package.json from here upwards, so no scripts to look at' };
  if (runners.length === 0) return { id: 'runner', status: 'absent', summary: 'no script of package.json runs TypeScript' };
  const hasClasses = project.sources().files.length > 0;
  const findings: Finding[] = [];
  for (const kind of ['strip', 'untyped', 'own', 'tsconfig'] as const) {
    const ofKind = runners.filter((runner) => runner.kind === kind);
    if (ofKind.length > 0) findings.push({ id: `runner.${IDS[kind]}`, ...describe(kind, ofKind, { project, hasClasses }) });
  }
  return findings;
}

const IDS: Readonly<Record<RunnerKind, string>> = { strip: 'node', untyped: 'untyped', own: 'swc', tsconfig: 'typed' };

interface Seen {
  readonly project: Project;
  /** Whether any decorated class was found. */
  readonly hasClasses: boolean;
}

function describe(kind: RunnerKind, runners: readonly Runner[], seen: Seen): Omit<Finding, 'id'> {
  const names = [...new Set(runners.map(({ name }) => name))].join(', ');
  const detail = runners.map(({ script, name }) => `npm run ${script}: ${name}`).join('\n');
  switch (kind) {
    case 'strip':
      return {
        status: seen.hasClasses ? 'problem' : 'warning',
        summary: `${names} only strips types: decorators do not parse`,
        detail,
        fix: 'Run the file with tsx, or compile it with tsc, or define tools with defineTool({ … }), which needs no decorators.',
      };
    case 'untyped':
      return {
        status: 'ok',
        summary: `${names}: decorators work, but no types of parameters are emitted`,
        detail: `${detail}\nEvery tool parameter needs a type in @Param, and every constructor parameter an @Inject.`,
      };
    case 'own':
      return { ...swc(names, seen), detail };
    case 'tsconfig':
      return { status: 'ok', summary: `${names}: decorators and types of parameters as tsconfig.json says`, detail };
  }
}

/** SWC reads `.swcrc`, JSON that may have comments. */
function swc(names: string, { project, hasClasses }: Seen): Omit<Finding, 'id'> {
  const path = join(project.root, '.swcrc');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const isSet = (option: string): boolean => new RegExp(`"${option}"\\s*:\\s*true`).test(text);
  if (!isSet('legacyDecorator')) {
    return {
      status: hasClasses ? 'problem' : 'warning',
      summary: `${names}: legacy decorators are not switched on`,
      fix: `Write into .swcrc: "jsc": { "parser": { "syntax": "typescript", "decorators": true }, "transform": { "legacyDecorator": true, "decoratorMetadata": true } }`,
    };
  }
  if (isSet('decoratorMetadata')) return { status: 'ok', summary: `${names}: decorators and types of parameters` };
  return {
    status: 'warning',
    summary: `${names}: decorators work, but no types of parameters are emitted`,
    fix: `Write "decoratorMetadata": true beside "legacyDecorator" in .swcrc, or give every @Param a type and every constructor parameter an @Inject.`,
  };
}
