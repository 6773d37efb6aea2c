import type { Finding } from '@tackroom/source-tree';
import { checkCycles } from './checks/cycles.js';
import { checkEntryPoints } from './checks/entry-points.js';
import { checkExportStar, checkFileNames, checkFileSize } from './checks/file-shape.js';
import { checkFolderLayers } from './checks/folder-layers.js';
import { checkAllowLists, checkDynamicOnly, checkStandalone, checkTypesOnly } from './checks/import-rules.js';
import { checkPackageLayers } from './checks/package-layers.js';
import type { LayerRules } from './layer-rules.js';
import { readSourceGraph } from './source-graph.js';

/** What the check read, and what it objects to. */
export interface LayerReport {
  readonly files: readonly string[];
  readonly findings: readonly Finding[];
}

const CHECKS = [
  checkPackageLayers,
  checkFolderLayers,
  checkEntryPoints,
  checkCycles,
  checkAllowLists,
  checkDynamicOnly,
  checkTypesOnly,
  checkStandalone,
  checkExportStar,
  checkFileNames,
  checkFileSize,
];

/** Reads the sources below `root` and holds them against `rules`. */
export function checkLayers(root: string, rules: LayerRules): LayerReport {
  const graph = readSourceGraph(root);
  return { files: graph.files.map(({ path }) => path), findings: CHECKS.flatMap((check) => check(graph, rules)) };
}
