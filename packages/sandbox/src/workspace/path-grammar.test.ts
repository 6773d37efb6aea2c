import fc from 'fast-check';
import { hostPath, locateInside, type PathStyle } from './path-grammar.js';

const posix: PathStyle = { windows: false, caseInsensitive: false };
const windows: PathStyle = { windows: true, caseInsensitive: true };

function inside(path: string, cwd = '', style = posix): string {
  const roots = style.windows
    ? [['C:', 'base', 'root']]
    : [
        ['base', 'root'],
        ['base', 'alias'],
      ];
  try {
    return locateInside(path, cwd === '' ? [] : cwd.split('/'), roots, style).join('/');
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test.each([
  ['a.txt', 'a.txt'],
  ['./a//b/../c', 'a/c'],
  ['.', ''],
  ['a/..', ''],
  ['/base/root', ''],
  ['/base/root/a', 'a'],
  ['/base//root/./a', 'a'],
  ['/base/alias/a', 'a'],
  ['../root/a', 'a'],
  ['..foo', '..foo'],
  ['...', '...'],
  ['~/x', '~/x'],
  ['~root/x', '~root/x'],
  ['%2e%2e/x', '%2e%2e/x'],
  ['..\\x', '..\\x'],
  ['C:\\x', 'C:\\x'],
  ['\\\\host\\share', '\\\\host\\share'],
  ['file:///etc/passwd', 'file:/etc/passwd'],
  ['..', 'PATH_OUTSIDE'],
  ['a/../../x', 'PATH_OUTSIDE'],
  ['/etc/passwd', 'PATH_OUTSIDE'],
  ['/', 'PATH_OUTSIDE'],
  ['/base/root-evil/secret', 'PATH_OUTSIDE'],
  ['/base/roo', 'PATH_OUTSIDE'],
  ['/base/root/../root-evil/secret', 'PATH_OUTSIDE'],
  ['', 'PATH_INVALID'],
  ['a\0.txt', 'PATH_INVALID'],
  ['\ud83d', 'PATH_INVALID'],
  ['x'.repeat(256), 'PATH_INVALID'],
  ['é'.repeat(128), 'PATH_INVALID'],
  ['x/'.repeat(2_500), 'PATH_INVALID'],
])('a path of a model: %j is %j', (path, expected) => {
  expect(inside(path)).toBe(expected);
});

test.each([
  ['x', 'sub', 'sub/x'],
  ['../x', 'sub', 'x'],
  ['../../x', 'sub', 'PATH_OUTSIDE'],
  ['/base/root/x', 'sub', 'x'],
])('%j from %j is %j', (path, cwd, expected) => {
  expect(inside(path, cwd)).toBe(expected);
});

test.each([
  ['a\\b', 'a/b'],
  ['c:\\BASE\\Root\\a', 'a'],
  ['C:/base/root/a', 'a'],
  ['..\\x', 'PATH_OUTSIDE'],
  ['C:x', 'PATH_INVALID'],
  ['D:\\base\\root\\a', 'PATH_OUTSIDE'],
  ['\\\\host\\share\\a', 'PATH_OUTSIDE'],
  ['a.txt:stream', 'PATH_INVALID'],
  ['NUL', 'PATH_INVALID'],
  ['com1.txt', 'PATH_INVALID'],
  ['name.', 'PATH_INVALID'],
])('on Windows %j is %j', (path, expected) => {
  expect(inside(path, '', windows)).toBe(expected);
});

test('segments become the host path they stand for', () => {
  expect([hostPath(['a', 'b'], posix), hostPath([], posix), hostPath(['C:', 'a'], windows), hostPath(['host', 'share'], windows)]).toEqual([
    '/a/b',
    '/',
    'C:\\a',
    '\\\\host\\share',
  ]);
});

test('no spelling leads outside: what is accepted lies inside when it is joined to the root', () => {
  const part = fc.constantFrom('..', '.', '', 'a', 'root', 'root-evil', 'base', '~', '..foo');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.boolean(), (parts, absolute) => {
      const found = inside(`${absolute ? '/' : ''}${parts.join('/')}`);
      if (found === 'PATH_OUTSIDE' || found === 'PATH_INVALID') return;
      expect(found.split('/')).not.toContain('..');
      expect(found.startsWith('/')).toBe(false);
    }),
  );
});
