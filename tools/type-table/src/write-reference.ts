import type { TypeRow, TypeSection } from './type-row.js';

const HEAD = `# Types and their schemas

Every kind of type that a signature may say, and the JSON Schema that \`tackroom schemas\` makes of it. The page is written from
the table that tests the compiler: each schema is compared whole, values that fit and values that do not are sent through a
real call, and wherever the TypeScript compiler can judge, it must judge each value alike.

Objects take the fields of their type and no others. What stands under \`$defs\` is a type that contains itself, or a long one
that is used several times. What is not on this page (functions, \`Map\`, \`bigint\`, type parameters, …) has no schema; the
compiler names the parameter and what to write instead.
`;

/** The reference page. */
export function writeReference(sections: readonly TypeSection[]): string {
  return [HEAD, ...sections.map(sectionText)].join('\n');
}

function sectionText({ title, rows }: TypeSection): string {
  return `## ${title}\n\n${rows.map(rowText).join('\n')}`;
}

function rowText({ type, given, schema, beyondTsc }: TypeRow): string {
  const declared = given === undefined ? '' : `${statements(given)}\n`;
  const note = beyondTsc === undefined ? '' : `\nThe TypeScript compiler cannot judge its values: ${beyondTsc}.\n`;
  return ['```ts', `${declared}value: ${type}`, '```', '', '```json', JSON.stringify(schema, undefined, 2), '```', note].join('\n');
}

/** One declaration a line. */
function statements(given: string): string {
  return given.replace(/([;}]) (?=(?:type|interface|enum|class|const|declare) )/g, '$1\n');
}
