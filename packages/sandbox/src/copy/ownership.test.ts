import { statSync } from 'node:fs';
import { describeNeeding, scratchDirectory } from '../../test/scratch.js';
import { RootedTree } from '../workspace/rooted-tree.js';
import { givePath, giveTree } from './ownership.js';

const scratch = scratchDirectory();
const ownerOf = (name: string): number => statSync(scratch.at(name)).uid;
const SOMEBODY = { uid: 1000, gid: 1000 };

describeNeeding('root', process.getuid?.() === 0, 'giving files away', () => {
  beforeEach(() => {
    scratch.write({ 'tree/a/b/c': '', 'tree/a/other': '', 'outside/x': '' });
    scratch.link('tree/link', '../outside');
  });

  test('a tree is given with everything in it, and nothing that a link in it leads to', async () => {
    await giveTree(scratch.at('tree'), SOMEBODY);
    expect(['tree', 'tree/a', 'tree/a/b/c', 'tree/a/other'].map(ownerOf)).toEqual([1000, 1000, 1000, 1000]);
    expect(['outside', 'outside/x'].map(ownerOf)).toEqual([0, 0]);
  });

  test('a path is given with the directories on the way, and nothing beside it', async () => {
    await givePath(new RootedTree(scratch.at('tree'), { links: 'refuse' }), 'a/b/c', SOMEBODY);
    expect(['tree', 'tree/a', 'tree/a/b', 'tree/a/b/c', 'tree/a/other'].map(ownerOf)).toEqual([0, 1000, 1000, 1000, 0]);
  });

  test('a link on the way leads nowhere, and what has gone is no failure', async () => {
    const tree = new RootedTree(scratch.at('tree'), { links: 'refuse' });
    await givePath(tree, 'link/x', SOMEBODY);
    await givePath(tree, 'a/gone/too', SOMEBODY);
    expect(['outside', 'outside/x', 'tree/a'].map(ownerOf)).toEqual([0, 0, 1000]);
  });
});
