import { isManifest, type JsonSchema, type SchemaManifest, type ToolSignature } from '@tackroom/core';
import type ts from 'typescript';
import { compileProgram, looseProject, sourceProgram } from '@tackroom/schema-compiler';
import { DECORATORS, RowRegistry } from './row-registry.js';
import type { TypeRow } from './type-row.js';
import { typeSections } from './type-sections.js';

const rows: readonly TypeRow[] = typeSections.flatMap(({ rows: inSection }) => inSection);

/** A file per row, so that declarations of one do not meet those of another. */
const compiled = compile(
  Object.fromEntries(
    rows.map(({ type, given = '' }, at) => [
      fileName(at),
      `${DECORATORS}${given}\nexport class Row${at} { @Tool() take(value: ${type}): void {} }`,
    ]),
  ),
);

function fileName(at: number): string {
  return `/row-${String(at).padStart(3, '0')}.ts`;
}

function compile(files: Readonly<Record<string, string>>): SchemaManifest {
  const { program, folder } = sourceProgram(files);
  return compileProgram(program, looseProject(folder, Object.keys(files))).manifest;
}

function signatureOf(at: number): ToolSignature | undefined {
  return compiled.tools[`row-${String(at).padStart(3, '0')}.ts#Row${at}.take`];
}

test('there are at least 80 rows, and the manifest is one', () => {
  expect(rows.length).toBeGreaterThanOrEqual(80);
  expect(isManifest(JSON.parse(JSON.stringify(compiled)))).toBe(true);
});

test.each(rows.map((row, at) => [row.type, row, at] as const))('%s has its schema', (_type, row, at) => {
  expect(signatureOf(at)?.parameters[0]).toEqual(
    expect.objectContaining({ name: 'value', required: true, schema: row.schema as JsonSchema }),
  );
  // Key order is part of the file, so that its diffs are small.
  expect(JSON.stringify(signatureOf(at)?.parameters[0]?.schema)).toBe(
    JSON.stringify(JSON.parse(JSON.stringify(signatureOf(at)?.parameters[0]?.schema))),
  );
});

const registry = new RowRegistry();
rows.forEach((_row, at) => registry.add(at, signatureOf(at)));

test.each(rows.map((row, at) => [row.type, row, at] as const))('%s takes its values and no others', async (_type, row, at) => {
  for (const value of row.valid) expect([value, await registry.isAccepted(at, value)]).toEqual([value, true]);
  for (const value of row.invalid) expect([value, await registry.isAccepted(at, value)]).toEqual([value, false]);
});

test('the compiler accepts the same values of every type that it can judge', () => {
  const judged = rows.flatMap((row, at) => (row.beyondTsc === undefined ? [{ row, at }] : []));
  expect(judged.length).toBeGreaterThanOrEqual(60);
  const files = Object.fromEntries(
    judged.map(({ row: { type, given = '', valid, invalid }, at }) => {
      const lines = [...valid, ...invalid].map((value, line) => `export const value${line}: ${type} = ${JSON.stringify(value)};`);
      return [fileName(at), `export {}; ${given}\n${lines.join('\n')}`];
    }),
  );
  const { program } = sourceProgram(files);
  const said = judged.map(({ row, at }) => ({ type: row.type, refused: refusedLines(program, fileName(at), row) }));
  const expected = judged.map(({ row }) => ({ type: row.type, refused: row.invalid.map((value) => JSON.stringify(value)) }));
  expect(said).toEqual(expected);
});

/** The values whose line has an error; an error elsewhere is a mistake of the row. */
function refusedLines(program: ts.Program, name: string, { valid, invalid }: TypeRow): readonly string[] {
  const file = program.getSourceFile(name);
  const lines = new Set(program.getSemanticDiagnostics(file).map(({ start = 0 }) => file?.getLineAndCharacterOfPosition(start).line ?? -1));
  return [...lines]
    .sort((a, b) => a - b)
    .map((line) => (line < 1 ? `line ${line} is wrong` : JSON.stringify([...valid, ...invalid][line - 1])));
}
