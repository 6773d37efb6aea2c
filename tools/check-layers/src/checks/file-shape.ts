import { judgeImports, type Check } from './check.js';

/** Every export is named where it is made public. */
export const checkExportStar: Check = (graph) =>
  judgeImports(graph, 'export-star', (_file, { exportsAll }) =>
    exportsAll ? 'Name what is exported: a reader cannot see through `export *`.' : undefined,
  );

/** A file or folder is named for what it holds. */
export const checkFileNames: Check = (graph, { refusedNames }) =>
  graph.files.flatMap(({ path }) => {
    const segments = path.split('/').map((segment) => segment.replace(/\..*$/, ''));
    const refused = segments.find((segment) => refusedNames.includes(segment.toLowerCase()));
    return refused === undefined
      ? []
      : [{ file: path, line: 0, rule: 'file-name', message: `"${refused}" says nothing: name it for its main export.` }];
  });

/** A file that grew too long holds more than one concept. Tests and generated files may be as long as they are. */
export const checkFileSize: Check = (graph, { maxLines }) =>
  graph.files.flatMap(({ path, lines, test }) =>
    lines <= maxLines || test || path.includes('/generated/')
      ? []
      : [{ file: path, line: 0, rule: 'file-size', message: `${lines} lines, and ${maxLines} are the limit: split it by concept.` }],
  );
