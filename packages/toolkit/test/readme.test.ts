import { emptyCtx } from '@tackroom/core';
import { InMemoryWorkspace } from '@tackroom/testing';
import { filesystem, grep } from '@tackroom/toolkit';

// #region toolkit
test('a bundle says which of its tools a harness gets, and what their arguments may be', () => {
  const bundle = filesystem({ root: '.', readonly: true, exclude: ['glob'], permission: 'ask' });
  expect(bundle.tools.map(({ name }) => name)).toEqual(['read_file', 'list_directory', 'grep']);
});

test('each tool is a function over the ports of a call, too', async () => {
  const workspace = new InMemoryWorkspace({ 'notes.md': 'buy milk\nsell boat\n' }).session('s');
  const found = await grep({ pattern: 'sell' }, emptyCtx({ workspace }));
  expect(found.content).toEqual('notes.md:2:sell boat');
});
// #endregion
