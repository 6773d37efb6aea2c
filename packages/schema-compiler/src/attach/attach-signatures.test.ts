import { findTools } from '../program/find-tools.js';
import { sourceProgram } from '../program/source-program.js';
import { attachPlan } from './attach-signatures.js';

test('a plan names its places in words, which every version of TypeScript shares', () => {
  const source = `class A { @Tool() go(x: string): void {} }
defineTool({ name: 'add', handler: (args: { x: string }) => args });`;
  const { program } = sourceProgram({ '/a.ts': source });
  const file = program.getSourceFile('/a.ts');
  const tools = file === undefined ? [] : findTools(file, program.getTypeChecker());
  const at = source.indexOf('{ name');
  expect([...attachPlan(tools).keys()]).toEqual(['class:0:42', `options:${at}:${source.length - 2}`]);
});
