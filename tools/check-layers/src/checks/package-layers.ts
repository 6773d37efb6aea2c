import type { Finding } from '@tackroom/source-tree';
import type { LayerRules, PackageLayer } from '../layer-rules.js';
import type { SourceEdge, SourceNode } from '../source-graph.js';
import { judgeImports, type Check } from './check.js';

const RULE = 'package-layer';

/** Between packages, imports follow the table: in the sources and in package.json. A package outside the table is refused. */
export const checkPackageLayers: Check = (graph, rules) => [
  ...graph.packages.flatMap((owner): readonly Finding[] => {
    const layer = layerOf(owner.folder, rules);
    const file = `${owner.folder}/package.json`;
    if (layer === undefined)
      return [{ file, line: 0, rule: RULE, message: 'This package is not in the layer table: give it a place there.' }];
    const refused = graph.packages.filter(({ name }) => name in owner.dependencies && !mayDependOn(layer, name));
    return refused.map(({ name }) => ({ file, line: 0, rule: RULE, message: `${owner.folder} may not depend on ${name}.` }));
  }),
  ...judgeImports(graph, RULE, (file, edge) => judgeImport(file, edge, rules)),
];

function judgeImport(file: SourceNode, edge: SourceEdge, rules: LayerRules): string | undefined {
  const imported = edge.workspacePackage?.name;
  const layer = file.owner && layerOf(file.owner.folder, rules);
  if (imported === undefined || layer === undefined || imported === file.owner?.name) return undefined;
  if (mayImport(layer, imported) || isExcused(file, imported, rules)) return undefined;
  if (layer.types?.includes(imported)) {
    return edge.kind === 'type' ? undefined : `${layer.folder} may import types of ${imported} only: write \`import type\`.`;
  }
  const list = layer.imports.length === 0 ? 'nothing of the workspace' : `only ${[...layer.imports].join(', ')}`;
  return `${layer.folder} may import ${list}, not ${imported}.`;
}

function mayImport({ imports }: PackageLayer, name: string): boolean {
  return imports === 'any' || imports.includes(name);
}

function mayDependOn(layer: PackageLayer, name: string): boolean {
  return mayImport(layer, name) || [...(layer.types ?? []), ...(layer.runs ?? [])].includes(name);
}

function isExcused(file: SourceNode, imported: string, { testImports, exceptions }: LayerRules): boolean {
  if (file.test && testImports.includes(imported)) return true;
  return exceptions.some((exception) => exception.file === file.path && exception.imports === imported);
}

function layerOf(folder: string, rules: LayerRules): PackageLayer | undefined {
  const parent = `${folder.slice(0, folder.lastIndexOf('/'))}/*`;
  return rules.packages.find((layer) => layer.folder === folder) ?? rules.packages.find((layer) => layer.folder === parent);
}
