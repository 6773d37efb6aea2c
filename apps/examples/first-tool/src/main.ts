import assert from 'node:assert/strict';
import { calls, ScriptedModel, text } from '@tackroom/testing';
// #region toolkit
import { HarnessModule, Param, ReplayPolicy, Tool, Toolkit } from 'tackroom';

@Toolkit({ category: 'library' })
class ShelfTools {
  private readonly shelves = new Map([
    ['Emma', 'A3'],
    ['Moby-Dick', 'M1'],
    ['Middlemarch', 'M2'],
  ]);

  @Tool({ description: 'Find the shelf on which a book stands.' })
  @ReplayPolicy('safe')
  findBook(@Param('title', 'The title, or how it begins', 'string') title: string): string {
    const found = [...this.shelves].filter(([name]) => name.toLowerCase().startsWith(title.toLowerCase()));
    return found.map(([name, shelf]) => `${name}: shelf ${shelf}`).join('\n') || 'No such book.';
  }
}
// #endregion

// #region boot
const harness = await HarnessModule.create({ tools: [ShelfTools] });
// #endregion

console.log('What a model is told:');
const tool = harness.tools.get('find_book');
console.log(`  ${tool?.name}: ${tool?.description}\n  ${JSON.stringify(tool?.inputSchema)}`);

// #region call
const right = await harness.execute({ name: 'find_book', args: { title: 'm' } });
const wrong = await harness.execute({ name: 'find_book', args: { titel: 'm' } });
// #endregion
console.log(`\nA call:\n${indent(right.content)}\n\nA wrong call:\n${indent(wrong.content)}`);
assert.equal(right.content, 'Moby-Dick: shelf M1\nMiddlemarch: shelf M2');
assert.deepEqual([wrong.success, wrong.error?.code], [false, 'ARGUMENTS_INVALID']);

// #region agent
const model = new ScriptedModel([calls(['find_book', { title: 'Emma' }]), text('Emma stands on shelf A3.')]);
const agent = harness.createAgent({ name: 'librarian', model, system: 'You help people find books.' });

const result = await agent.run('Where is Emma?');
await harness.close();
// #endregion
console.log(`\nA run of an agent:\n${indent(result.throwIfFailed().text)}`);
assert.equal(result.text, 'Emma stands on shelf A3.');
model.assertConsumed();

function indent(content: unknown): string {
  return String(content).replace(/^/gm, '  ');
}
