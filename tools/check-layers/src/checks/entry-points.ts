import type { SourceEdge, SourceNode } from '../source-graph.js';
import { judgeImports, type Check } from './check.js';

/** Another package is entered through its root or a declared subpath, and no file goes in through its own package's index. */
export const checkEntryPoints: Check = (graph) =>
  judgeImports(graph, 'entry-point', (file, edge) => judgeOtherPackage(file, edge) ?? judgeOwnPackage(file, edge));

function judgeOtherPackage({ owner, path }: SourceNode, { workspacePackage, subpath, specifier, target }: SourceEdge): string | undefined {
  if (workspacePackage !== undefined) {
    const declared = Object.keys(workspacePackage.entries);
    if (subpath !== undefined && declared.includes(subpath)) return undefined;
    return `${workspacePackage.name} does not export ${subpath}: import one of ${declared.join(', ')}.`;
  }
  const leaves = target !== undefined && owner !== undefined && !target.startsWith(`${owner.folder}/`);
  return leaves && !path.startsWith('test/') ? `${specifier} leads into another package: import that package by its name.` : undefined;
}

function judgeOwnPackage(file: SourceNode, { workspacePackage, target }: SourceEdge): string | undefined {
  const { owner } = file;
  // Tests come through the public door, and a committed bin stub is the door.
  if (owner === undefined || file.test || file.path.startsWith(`${owner.folder}/bin/`)) return undefined;
  const isOwn = workspacePackage === owner || (target !== undefined && target === `${owner.folder}/src/index.ts`);
  return isOwn ? 'A file does not import the index of its own package: import the file that has what you need.' : undefined;
}
