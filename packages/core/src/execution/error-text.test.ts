import { homedir } from 'node:os';
import { errorMessage, errorText } from './error-text.js';

test.each([
  ['an error', new TypeError('bad input'), 'TypeError: bad input'],
  ['several lines', new Error('first\n  second\tthird'), 'Error: first second third'],
  ['undefined', undefined, 'Error: the tool threw undefined instead of an Error'],
  ['null', null, 'Error: the tool threw null instead of an Error'],
  ['text', 'plain', 'Error: plain'],
  ['a number', 7, 'Error: the tool threw a value of type number instead of an Error'],
  ['a host path', new Error("ENOENT: no such file, open '/etc/passwd'"), "Error: ENOENT: no such file, open '<host path>'"],
  ['a file URL', new Error('Cannot find file:///home/me/x.js'), 'Error: Cannot find <host path>'],
  ['the home directory', new Error(`cannot read ${homedir()}/secret`), 'Error: cannot read <host path>'],
  ['a Windows path', new Error('cannot read C:\\Users\\me\\x'), 'Error: cannot read <host path>'],
  ['a path of a web service', new Error('GET /api/users gave 404'), 'Error: GET /api/users gave 404'],
  ['a URL', new Error('GET https://a.example/var/x gave 404'), 'Error: GET https://a.example/var/x gave 404'],
  ['a host path at the end', new Error('cannot read /etc/passwd.'), 'Error: cannot read <host path>.'],
  ['the home directory at the end', new Error(`cannot read ${homedir()}.`), 'Error: cannot read <host path>.'],
  ['a path inside the workspace', new Error('cannot read /srv/space/src/a.ts'), 'Error: cannot read src/a.ts'],
  ['the workspace itself', new Error('cannot list /srv/space'), 'Error: cannot list .'],
])('%s', (_name, thrown, text) => {
  expect(errorText(thrown, '/srv/space')).toBe(text);
});

test.each([
  ['"/etc/hosts" is no directory, nor is /etc/passwd.', '"/etc/hosts" is no directory, nor is <host path>.'],
  ['cannot read /etc/hosts.', 'cannot read /etc/hosts.'],
  ['cannot read /etc/hostsfile', 'cannot read <host path>'],
  ['cannot read /srv/etc/hosts', 'cannot read <host path>'],
])('what the call named stays: %s', (message, shown) => {
  expect(errorMessage(new Error(message), null, ['/', 'x', '/etc/hosts'])).toBe(shown);
});

test('a thrown body of any size stays bounded', () => {
  expect(errorMessage(new Error('x'.repeat(100_000)), null).length).toBe(2_000);
});
