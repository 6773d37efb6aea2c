import { builtinModules } from 'node:module';
import type { ImportAllowList } from '../layer-rules.js';
import type { SourceEdge, SourceNode } from '../source-graph.js';
import { isAllowed, judgeImports, type Check } from './check.js';

/** Modules that only listed places may import. */
export const checkAllowLists: Check = (graph, { allowLists }) =>
  allowLists.flatMap((list) => judgeImports(graph, 'import-allow-list', (file, edge) => judgeAllowList(file, edge, list)));

/** Modules that cost start-up time are imported when they are needed, or as types. */
export const checkDynamicOnly: Check = (graph, { dynamicOnly: { modules, folders, except } }) =>
  judgeImports(graph, 'dynamic-only', (file, { kind, specifier }) => {
    if (kind !== 'value' || file.test || !names(modules, specifier)) return undefined;
    if (!folders.some((folder) => file.path.startsWith(folder)) || isAllowed(file, except)) return undefined;
    return `${specifier} is slow to load: use \`await import('${specifier}')\` where it is needed (types by \`import type\`).`;
  });

/** Modules that are there for their types. */
export const checkTypesOnly: Check = (graph, { typesOnly }) =>
  judgeImports(graph, 'types-only', (file, { kind, specifier }) =>
    kind !== 'type' && !file.test && names(typesOnly, specifier) ? `Only types come from ${specifier}: write \`import type\`.` : undefined,
  );

/** Code that runs before anything is installed imports nothing that has to be. */
export const checkStandalone: Check = (graph, { standalone }) =>
  judgeImports(graph, 'standalone', (file, { specifier }) => {
    if (file.test || !standalone.some((folder) => file.path.startsWith(folder))) return undefined;
    return specifier.startsWith('.') || isBuiltin(specifier)
      ? undefined
      : `This runs before packages are installed: ${specifier} may be missing.`;
  });

function judgeAllowList(file: SourceNode, edge: SourceEdge, list: ImportAllowList): string | undefined {
  const reached =
    list.names === undefined || (edge.kind !== 'type' && edge.names.some((name) => name === '*' || list.names?.includes(name)));
  if (!names(list.modules, edge.specifier) || !reached || (list.tests && file.test) || isAllowed(file, list.allowed)) return undefined;
  const what = list.names === undefined ? edge.specifier : `${list.names.join(', ')} of ${edge.specifier}`;
  const places = list.allowed.map(({ path, testsOnly }) => `${path}${testsOnly ? ' (tests)' : ''}`).join(', ');
  return `${what} may be imported only in ${places}.`;
}

/** Whether `specifier` is one of `modules` or lies below one. */
function names(modules: readonly string[], specifier: string): boolean {
  const full = isBuiltin(specifier) && !specifier.startsWith('node:') ? `node:${specifier}` : specifier;
  return modules.some((module) => full === module || full.startsWith(`${module}/`));
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}
