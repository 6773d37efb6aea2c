import { describeInterface } from '@tackroom/schema-compiler';
import ts from 'typescript';

/** The schema of one tool's arguments, under the name of their type. */
export interface ArgumentSchema {
  /** Such as `ReadFileArgs`. */
  readonly type: string;
  readonly schema: object;
}

/** Schemas of every exported interface of the program's own files whose name ends in `Args`, by name. */
export function argumentSchemas(program: ts.Program, folder: string): readonly ArgumentSchema[] {
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${folder}/`));
  const found = files.flatMap((file) =>
    file.statements.filter(isArguments).map((node): ArgumentSchema => ({ type: node.name.text, schema: describeInterface(node, checker) })),
  );
  return found.sort((a, b) => (a.type < b.type ? -1 : 1));
}

function isArguments(node: ts.Node): node is ts.InterfaceDeclaration {
  const isExported = ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  return isExported && ts.isInterfaceDeclaration(node) && node.name.text.endsWith('Args');
}

/** A module that exports each schema under a name of its own: `ReadFileArgs` as `readFileArgs`. */
export function schemasModule(schemas: readonly ArgumentSchema[]): string {
  const head =
    "// Written by `npm run toolkit-schemas` from the interfaces of these names; a check compares them.\nimport type { JsonSchema } from '@tackroom/core';\n";
  const exported = schemas.map(({ type, schema }) => {
    const name = type.charAt(0).toLowerCase() + type.slice(1);
    return `/** Schema of \`${type}\`. */\nexport const ${name}: JsonSchema = ${JSON.stringify(schema)};\n`;
  });
  return [head, ...exported].join('\n');
}
