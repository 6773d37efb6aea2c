import type { Finding } from '@tackroom/source-tree';
import type { AllowedPlace, LayerRules } from '../layer-rules.js';
import type { SourceEdge, SourceGraph, SourceNode } from '../source-graph.js';

/** One rule over the whole graph. */
export type Check = (graph: SourceGraph, rules: LayerRules) => readonly Finding[];

/** Runs `judge` on every import; what it returns is the message of a finding. */
export function judgeImports(
  graph: SourceGraph,
  rule: string,
  judge: (file: SourceNode, edge: SourceEdge) => string | undefined,
): readonly Finding[] {
  return graph.files.flatMap((file) =>
    file.imports.flatMap((edge) => {
      const message = judge(file, edge);
      return message === undefined ? [] : [{ file: file.path, line: edge.line, rule, message }];
    }),
  );
}

/** Whether one of `places` covers the file. */
export function isAllowed(file: SourceNode, places: readonly AllowedPlace[]): boolean {
  return places.some(
    ({ path, testsOnly = false }) => (path.endsWith('/') ? file.path.startsWith(path) : file.path === path) && (file.test || !testsOnly),
  );
}
