import { judgeImports, type Check } from './check.js';

/** Inside the layered package, a folder's code imports its own folder and those below it; its tests may look further up. */
export const checkFolderLayers: Check = (graph, { folderLayers: { folder, order } }) => {
  const root = `${folder}/`;
  const layerOf = (path: string) => path.slice(root.length, path.indexOf('/', root.length));
  const isLayered = (path: string) => path.startsWith(root) && path.includes('/', root.length);
  const misplaced = graph.files.flatMap((file) => {
    if (!file.path.startsWith(root) || file.path === `${root}index.ts` || file.test) return [];
    if (isLayered(file.path) && order.includes(layerOf(file.path))) return [];
    return [{ file: file.path, line: 0, rule: 'folder-layer', message: `Put this file into one of ${order.join(', ')}.` }];
  });
  const upward = judgeImports(graph, 'folder-layer', (file, { target }) => {
    if (file.test || target === undefined || !isLayered(file.path) || !isLayered(target)) return undefined;
    const [from, to] = [layerOf(file.path), layerOf(target)];
    return order.indexOf(to) > order.indexOf(from)
      ? `${from}/ may not import ${to}/: imports point down, ${order.join(' < ')}.`
      : undefined;
  });
  return [...misplaced, ...upward];
};
