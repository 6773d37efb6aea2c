import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { SCHEMAS_FILE } from './check-schemas.js';
import { counted, type Finding } from './finding.js';
import type { Runner } from './read-runners.js';
import type { Tsconfig, TypeScript } from './read-tsconfigs.js';
import { definesFieldsFirst } from './source/field-order.js';
import type { DecoratedFile } from './source/scan-project.js';
import type { IssueKind, SourceIssue } from './source/source-issue.js';
import type { Surroundings } from './surroundings.js';

type Where = Pick<Surroundings, 'project' | 'cwd'>;

/** What fails in the project's decorated classes because of how they are written and what they are run with. */
export function checkSources({ project, cwd }: Where): Finding | readonly Finding[] {
  const { files, isPartial } = project.sources();
  const { ts, configs } = project.tsconfigs();
  const looked = isPartial ? ' in the part of the project that was looked at' : '';
  if (files.length === 0) return { id: 'sources', status: 'absent', summary: `no TypeScript with decorated classes${looked}` };
  const judge = new Judge(ts, project.runners, existsSync(join(project.root, SCHEMAS_FILE)));
  const findings: Finding[] = [];
  for (const kind of Object.keys(TEXTS) as readonly IssueKind[]) {
    const judged = files.flatMap((file) =>
      file.issues.filter((issue) => issue.kind === kind).map((issue) => ({ issue, ...judge.of(issue, file) })),
    );
    for (const status of ['problem', 'warning'] as const) {
      const counting = judged.filter((each) => each.status === status);
      if (counting.length > 0) findings.push(finding(kind, status, counting, cwd));
    }
  }
  const outside = configs.length === 0 ? [] : files.filter((file) => file.config === undefined && judge.isMissed(file));
  if (outside.length > 0) findings.push(outsideFinding(outside, configs, { cwd, judge }));
  if (findings.length > 0) return findings;
  return { id: 'sources', status: 'ok', summary: `${counted(files.length, 'file')} with decorated classes, nothing wrong${looked}` };
}

/** One finding for all places of a kind that matter as much. */
function finding(
  kind: IssueKind,
  status: 'warning' | 'problem',
  places: readonly { readonly issue: SourceIssue; readonly why?: string }[],
  cwd: string,
): Finding {
  const { noun, summary, fix } = TEXTS[kind];
  const reasons = new Set(places.flatMap(({ why }) => why ?? []));
  return {
    id: `sources.${kind}`,
    status,
    summary: `${counted(places.length, noun)} ${summary}`,
    detail: [...reasons, ...places.map(({ issue }) => placeOf(issue, cwd))].join('\n'),
    fix,
  };
}

interface Texts {
  readonly noun: string;
  readonly summary: string;
  readonly fix: string;
}

const TEXTS: Readonly<Record<IssueKind, Texts>> = {
  'type-import': {
    noun: 'name',
    summary: 'needed at run time, but imported as a type',
    fix: 'Import it with a plain import, or write @Inject(TOKEN) with a token that is a value.',
  },
  'constructor-type': {
    noun: 'constructor parameter',
    summary: 'of a type that names nothing to inject',
    fix: "Write @Inject(TOKEN) before it, with a class or with token<Type>('my-app/Name').",
  },
  constructor: {
    noun: 'constructor parameter',
    summary: 'without @Inject',
    fix: 'Write @Inject(Name) before each, with the class that is its type.',
  },
  parameter: {
    noun: 'tool parameter',
    summary: 'without a type that @Param says',
    fix: "Compile the signatures with npx tackroom schemas, or write the type: @Param('city', 'The city', 'string').",
  },
  'type-as-value': {
    noun: 'type',
    summary: 'imported as a value into a decorated signature',
    fix: 'Write "import type" for each. A constructor parameter of such a type needs @Inject(TOKEN) as well.',
  },
  field: {
    noun: 'field',
    summary: 'filled from a constructor parameter that is not there yet',
    fix: 'Give it its value in the constructor, or write "useDefineForClassFields": false in tsconfig.json.',
  },
};

interface Judgement {
  readonly status: 'ok' | 'warning' | 'problem';
  readonly why?: string;
}

/** How much each issue matters, by what compiles and runs the project. Every rule here is held against compilers in real-compilers.test.ts. */
class Judge {
  private readonly untyped: readonly Runner[];
  private readonly typed: readonly Runner[];

  constructor(
    private readonly ts: TypeScript,
    runners: readonly Runner[],
    /** Whether signatures are compiled, so that no type has to be emitted. */
    private readonly hasSchemas: boolean,
  ) {
    this.untyped = runners.filter(({ kind }) => kind === 'untyped');
    this.typed = runners.filter(({ kind }) => kind === 'tsconfig' || kind === 'own');
  }

  of(issue: SourceIssue, { config }: DecoratedFile): Judgement {
    switch (issue.kind) {
      case 'type-import':
      case 'constructor-type':
        return { status: 'problem' };
      case 'constructor':
        return this.untypedPlace(config);
      case 'parameter':
        return this.hasSchemas ? { status: 'ok' } : this.untypedPlace(config);
      case 'type-as-value':
        return typeAsValue(issue, config);
      case 'field':
        return { status: definesFieldsFirst(this.ts, config?.options, this.untyped.length > 0) ? 'problem' : 'ok' };
    }
  }

  /** tsx takes no decorator options for a file that tsconfig.json leaves out. Others run tests that are left out on purpose. */
  isMissed({ path }: DecoratedFile): boolean {
    return this.untyped.length > 0 || !/\.(?:test|spec)\.[mc]?tsx?$|[\\/](?:tests?|__tests__)[\\/]/.test(path);
  }

  /** What runs decorators as tsconfig.json says, but only in files that it includes. */
  get runnerOfIncluded(): Runner | undefined {
    return this.untyped[0];
  }

  private untypedPlace(config: Tsconfig | undefined): Judgement {
    const [runner] = this.untyped;
    if (runner !== undefined) {
      const why = `"npm run ${runner.script}" (${runner.name}) emits no types of parameters.`;
      return { status: this.typed.length === 0 ? 'problem' : 'warning', why };
    }
    if (config === undefined || config.options.emitDecoratorMetadata === true) return { status: 'ok' };
    return { status: this.typed.length > 0 ? 'problem' : 'warning', why: 'tsconfig.json does not set "emitDecoratorMetadata".' };
  }
}

function typeAsValue({ isInUnion }: SourceIssue, config: Tsconfig | undefined): Judgement {
  const { isolatedModules, emitDecoratorMetadata, verbatimModuleSyntax } = config?.options ?? {};
  if (verbatimModuleSyntax === true)
    return { status: 'problem', why: 'With "verbatimModuleSyntax" the import stays, and finds nothing (TS1484).' };
  if (isolatedModules === true && emitDecoratorMetadata === true && isInUnion !== true) {
    return { status: 'problem', why: 'With "isolatedModules" and "emitDecoratorMetadata" the compiler refuses it (TS1272).' };
  }
  return {
    status: 'warning',
    why: 'What compiles file by file and emits types cannot load it: tackroom --tools, SWC, ts-jest with isolatedModules.',
  };
}

function placeOf({ path, line, what }: SourceIssue, cwd: string): string {
  return `${relative(cwd, path)}:${line}  ${what}`;
}

function outsideFinding(
  files: readonly DecoratedFile[],
  configs: readonly Tsconfig[],
  { cwd, judge }: { readonly cwd: string; readonly judge: Judge },
): Finding {
  const names = configs.map(({ path }) => relative(cwd, path)).join(', ');
  const runner = judge.runnerOfIncluded;
  const why =
    runner === undefined
      ? 'tsc does not compile them.'
      : `"npm run ${runner.script}" (${runner.name}) compiles their decorators the ECMAScript way: they fail to load.`;
  return {
    id: 'sources.outside',
    status: runner === undefined ? 'warning' : 'problem',
    summary: `${counted(files.length, 'file')} with decorated classes that ${names} does not include`,
    detail: [why, ...files.map(({ path }) => relative(cwd, path))].join('\n'),
    fix: `Add them to "include" in ${names}.`,
  };
}
