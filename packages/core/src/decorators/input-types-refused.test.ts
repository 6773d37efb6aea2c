import { join } from 'node:path';
import ts from 'typescript';

/** How each library says a text that becomes a number. */
const LIBRARIES: readonly (readonly [name: string, imported: string, schema: string])[] = [
  ['zod 3', "import { z } from 'zod3';", 'z.object({ size: z.string().transform(Number) })'],
  ['zod 3.24', "import { z } from 'zod3-plain';", 'z.object({ size: z.string().transform(Number) })'],
  ['zod 4', "import { z } from 'zod';", 'z.object({ size: z.string().transform(Number) })'],
  ['zod mini', "import * as z from 'zod/v4-mini';", 'z.object({ size: z.pipe(z.string(), z.transform(Number)) })'],
  ['Valibot', "import * as v from 'valibot';", 'v.object({ size: v.pipe(v.string(), v.transform(Number)) })'],
  ['ArkType', "import { type } from 'arktype';", "type({ size: 'string.numeric.parse' })"],
];

const folder = import.meta.dirname;
const nameOf = (at: number): string => join(folder, `input-types-snippet-${at}.ts`);

/** A toolkit whose second method takes the type that goes into the schema and not the one that comes out. */
function snippet(imported: string, schema: string): string {
  return `${imported}
import { Tool } from './tool.js';
import { defineTool } from '../registry/define-tool.js';
const input = ${schema};
export class Sizes {
  @Tool({ input }) right(args: { size: number }): number { return args.size; }
  @Tool({ input }) wrong(args: { size: string }): string { return args.size; }
}
const base = { name: 'x', description: 'd', input };
export const tools = [
  defineTool({ ...base, handler: (args: { size: number }) => args.size }),
  defineTool({ ...base, handler: (args: { size: string }) => args.size }),
];
`;
}

/** What the compiler, with the options of this repository, says of each snippet: line and text. */
function diagnose(snippets: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const configFile = join(folder, '../../../../tsconfig.tests.json');
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(configFile, ts.sys.readFile).config,
    ts.sys,
    join(folder, '../../../..'),
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => snippets.has(file) || fileExists(file);
  host.readFile = (file) => snippets.get(file) ?? readFile(file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = snippets.get(file);
    return text === undefined ? getSourceFile(file, version, ...rest) : ts.createSourceFile(file, text, version, true);
  };
  const program = ts.createProgram([...snippets.keys()], options, host);
  return new Map(
    [...snippets.keys()].map((name) => {
      const found = [
        ...program.getSyntacticDiagnostics(program.getSourceFile(name)),
        ...program.getSemanticDiagnostics(program.getSourceFile(name)),
      ];
      return [
        name,
        found.map(
          ({ start, messageText }) =>
            `${lineAt(snippets.get(name) ?? '', start ?? 0)} | ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
        ),
      ];
    }),
  );
}

function lineAt(text: string, position: number): string {
  return (
    text
      .slice(text.lastIndexOf('\n', position - 1) + 1)
      .split('\n', 1)[0]
      ?.trim() ?? ''
  );
}

let diagnostics: ReadonlyMap<string, readonly string[]>;
beforeAll(() => {
  diagnostics = diagnose(new Map(LIBRARIES.map(([, imported, schema], at) => [nameOf(at), snippet(imported, schema)])));
}, 60_000);

test.each(LIBRARIES.map(([name], at) => [name, at] as const))('%s: the compiler refuses the wrong type, and nothing else', (_, at) => {
  const found = diagnostics.get(nameOf(at)) ?? [];
  const isOfSize = /Type '(number|string)' is not assignable to type '(number|string)'/;
  expect(found.map((line) => [line.slice(0, line.indexOf(' | ')), isOfSize.test(line)])).toEqual([
    ['@Tool({ input }) wrong(args: { size: string }): string { return args.size; }', true],
    ['defineTool({ ...base, handler: (args: { size: string }) => args.size }),', true],
  ]);
});
