import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { lineOf, listPackages, type Finding } from '@tackroom/source-tree';
import ts from 'typescript';

/** Everything that a published package exports has a doc comment: at its declaration, or where it is exported. */
export function checkDocComments(root: string): readonly Finding[] {
  const packages = listPackages(root).filter((found) => !found.private && found.folder.startsWith('packages/'));
  const entries = packages.flatMap(({ folder, entries: exported }) =>
    Object.values(exported)
      .map((path) => join(root, folder, path.replace('dist/', 'src/').replace(/js$/, 'ts')))
      .filter((path) => path.endsWith('.ts') && existsSync(path)),
  );
  const program = ts.createProgram(entries, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    paths: Object.fromEntries(packages.map(({ name, folder }) => [name, [join(root, folder, 'src/index.ts')]])),
    experimentalDecorators: true,
    skipLibCheck: true,
    types: [],
  });
  return entries.flatMap((entry) => undocumentedExports(root, program, entry));
}

function undocumentedExports(root: string, program: ts.Program, entry: string): readonly Finding[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) return []; // A file without exports is no module.
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const declared = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    if (declared.getDocumentationComment(checker).length > 0 || isDocumentedAtExport(exported)) return [];
    const at = declared.declarations?.[0] ?? exported.declarations?.[0] ?? source;
    const node = at?.getSourceFile().fileName.includes('/node_modules/') ? exported.declarations?.[0] : at;
    const file = relative(root, node?.getSourceFile().fileName ?? entry)
      .split(sep)
      .join('/');
    const message = `${exported.name} is exported and has no doc comment.`;
    return [{ file, line: node ? lineOf(node) : 0, rule: 'doc-comment', message }];
  });
}

/** Whether the `export { … }` that names it carries the comment, as it must for a name that comes from elsewhere. */
function isDocumentedAtExport(exported: ts.Symbol): boolean {
  return (exported.declarations ?? []).some((specifier) => {
    const text = specifier.getSourceFile().text;
    return (ts.getLeadingCommentRanges(text, specifier.getFullStart()) ?? []).some(({ pos }) => text.startsWith('/**', pos));
  });
}
