import { InMemoryWorkspace } from '@tackroom/testing';
import fc from 'fast-check';
import { quoteOddName, relativePath, shownPath } from './shown-path.js';

test.each([
  ['', '', '.'],
  ['a/b', '', 'a/b'],
  ['a/b', 'a', 'b'],
  ['a', 'a', '.'],
  ['a/b', 'a/c', '../b'],
  ['', 'a/b', '../..'],
  ['/etc/x', 'a', '/etc/x'],
  ['a\nb', '', '"a\\nb"'],
])('%j from %j is %j', (path, cwd, expected) => {
  expect(shownPath(path, { cwd, normalize: (given) => `${cwd}/${given}` })).toBe(expected);
});

test('what lies in a further root keeps its name from everywhere', async () => {
  const session = new InMemoryWorkspace({ 'a/b': '', 'd:/x': '' }, { also: { docs: { x: '' } } }).session('s');
  await session.changeDirectory('a');
  expect(['docs:/x', 'docs:', 'd:/x', 'a/b'].map((path) => shownPath(path, session))).toEqual(['docs:/x', 'docs:', '../d:/x', 'b']);
});

test.each([
  ['plain (1) [x] $é"', 'plain (1) [x] $é"'],
  [' lead', '" lead"'],
  ['\u001b[2K', '"\\u001b[2K"'],
  ['a\u0085\u2028b\u007f', '"a\\u0085\\u2028b\\u007f"'],
])('%j reads %s', (name, expected) => {
  expect(quoteOddName(name)).toBe(expected);
});

test('from the directory the way leads to the path', () => {
  const names = fc.array(fc.constantFrom<string>('a', 'b', 'c'), { maxLength: 4 });
  fc.assert(
    fc.property(names, names, (path, from) => {
      const walked = [...from];
      for (const name of relativePath(path.join('/'), from.join('/')).split('/')) {
        if (name === '..') walked.pop();
        else if (name !== '.') walked.push(name);
      }
      expect(walked).toEqual(path);
    }),
  );
});
