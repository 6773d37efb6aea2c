import type { Finding } from '@tackroom/source-tree';
import type { SourceGraph, SourceNode } from '../source-graph.js';
import type { Check } from './check.js';

/** No file reaches itself through its imports, those of types included. One finding per knot of files. */
export const checkCycles: Check = (graph) => {
  const nodes = new Map(graph.files.map((file) => [file.path, file]));
  return knots(graph).map((knot): Finding => {
    const start = [...knot].sort()[0] ?? '';
    const cycle = shortestCycle(start, knot, nodes);
    const line = nodes.get(start)?.imports.find(({ target }) => target === cycle[1])?.line ?? 0;
    return { file: start, line, rule: 'cycle', message: `These files import each other: ${cycle.join(' -> ')}.` };
  });
};

function targets(node: SourceNode | undefined): readonly string[] {
  return node?.imports.flatMap(({ target }) => target ?? []) ?? [];
}

/** Strongly connected parts of the graph that hold a cycle (Tarjan). */
function knots({ files }: SourceGraph): readonly ReadonlySet<string>[] {
  const nodes = new Map(files.map((file) => [file.path, file]));
  const index = new Map<string, number>();
  const open: string[] = [];
  const found: Set<string>[] = [];

  /** Visits what `path` reaches, and returns the earliest file still open that it gets back to. */
  const visit = (path: string): number => {
    const own = index.size;
    index.set(path, own);
    open.push(path);
    let earliest = own;
    for (const next of targets(nodes.get(path))) {
      if (!index.has(next)) earliest = Math.min(earliest, visit(next));
      else if (open.includes(next)) earliest = Math.min(earliest, index.get(next) ?? own);
    }
    if (earliest < own) return earliest;
    const part = open.splice(open.lastIndexOf(path));
    if (part.length > 1 || targets(nodes.get(path)).includes(path)) found.push(new Set(part));
    return own;
  };

  for (const { path } of files) if (!index.has(path)) visit(path);
  return found;
}

/** The shortest way from `start` back to itself inside `knot`, both ends included. */
function shortestCycle(start: string, knot: ReadonlySet<string>, nodes: ReadonlyMap<string, SourceNode>): readonly string[] {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const path of queue) {
    for (const next of targets(nodes.get(path))) {
      if (next === start) return [...trail(path, start, cameFrom), start];
      if (!knot.has(next) || cameFrom.has(next)) continue;
      cameFrom.set(next, path);
      queue.push(next);
    }
  }
  return [start];
}

function trail(end: string, start: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const path = [end];
  for (let at = end; at !== start; path.unshift(at)) at = cameFrom.get(at) ?? start;
  return path;
}
