import { type CallFacts, NO_FACTS } from '../../contracts/permissions.js';
import { compileUrlMatcher } from './url-matcher.js';

const deny = (pattern: string, url: string): string => compileUrlMatcher(pattern, 'restrict')(url, 'url', NO_FACTS);
const allow = (pattern: string, url: string): string => compileUrlMatcher(pattern, 'permit')(url, 'url', NO_FACTS);

test.each([
  ['http://127.0.0.1*', 'http://127.0.0.1/'],
  ['http://127.0.0.1*', 'http://2130706433/'],
  ['http://127.0.0.1*', 'HTTP://127.0.0.1'],
  ['http://127.0.0.1*', 'http://\u2460\u2461\u2466.0.0.1/'],
  ['http://127.0.0.1*', 'http://%31%32%37.0.0.1/'],
  ['http://127.0.0.1*', 'http://0x7f.1/x?y#z'],
  ['http://127.0.0.1*', 'http://127.0.0.1:8080/x'],
  ['http://127.0.0.1*', 'http://user@127.0.0.1/'],
  ['http://127.0.0.1*', ' http://127.0.0.1/'],
  ['http://2130706433/*', 'http://127.0.0.1/x'],
  ['https://evil.example/*', 'https://EVIL.example/x'],
  ['https://EVIL.example/*', 'https://evil.example/x'],
  ['https://evil.example/*', 'https://evil.example./x'],
  ['https://evil.example/*', 'https://a:b@evil.example/x'],
  ['https://evil.example/*', 'https://ev\til.example/x'],
  ['https://evil.example/*', 'https:\\\\evil.example\\x'],
  ['https://evil.example', 'https://evil.example/any/thing'],
  ['https://b\u00fccher.example/*', 'https://xn--bcher-kva.example/x'],
  ['https://x.example/secret*', 'https://x.example/%73ecret/a'],
  ['https://x.example/secret*', 'https://x.example/a/../secret'],
  ['https://x.example/secret*', 'https://x.example/%73ecret?%zz'],
  ['*.evil.example', 'https://a.b.evil.example/x'],
  ['evil.example', 'https://evil.example:8443/x'],
  ['http://[::1]/*', 'http://[0:0:0:0:0:0:0:1]/x'],
  ['http*', 'https://a.example/'],
  ['*', 'https://a.example/'],
  ['*://*.evil.example/*', 'ftp://a.evil.example/x'],
  ['http://127.0.0.1*', 'http://[::ffff:127.0.0.1]/'],
  ['http://127.0.0.1*', 'http://[::ffff:7f00:1]:8080/x'],
  ['127.0.0.1', 'http://0177.0.0.1/'],
  ['https://evil.example:443/*', 'https://evil.example/x'],
  ['http://evil.example:80', 'http://evil.example/'],
  ['evil.example:443', 'https://evil.example/'],
  ['evil.example', 'https://evil.example../x'],
  ['evil.example', 'https://evil\u3002example/x'],
  ['evil.example', 'https://\uff45vil.example/x'],
  ['evil.example', 'https://evil%2eexample/x'],
  ['evil.example', 'https://a:b@c@evil.example/x'],
  ['evil.example', 'https:evil.example/x'],
  ['evil.example', 'https:/\\evil.example/x'],
  ['evil.example', 'ht\ntps://evil.exa\rmple/x'],
  ['evil.example', 'https://ev\u00adil.example/x'],
  ['https://x.example/secret*', 'https://x.example/./%2e/secret'],
  ['https://x.example/secret*', 'https://x.example/a/%2e%2e/secret'],
  ['https://x.example/secret*', 'https://x.example\\secret'],
])('deny %s covers %j', (pattern, url) => {
  expect(deny(pattern, url)).toBe('yes');
});

test.each([
  ['https://a.example/*', 'https://b.example/https://a.example/', 'no'],
  ['https://a.example/*', 'https://a.example@b.example/', 'no'],
  ['*.a.example', 'https://evil-a.example/', 'no'],
  ['*.a.example', 'https://a.example/', 'no'],
  ['http://127.0.0.1*', 'http://127.0.0.2/', 'no'],
  ['https://a.example/*', 'a.example/x', 'unknown'],
  ['https://a.example/*', '//a.example/x', 'unknown'],
  ['https://a.example/*', 'http://exa mple/', 'unknown'],
  ['https://a.example/*', 'data:text/plain,x', 'unknown'],
  ['evil.example', 'https://evil.example@a.example/', 'no'],
  ['evil.example', 'https://a.example/?u=https://evil.example/', 'no'],
  ['evil.example:8443', 'https://evil.example/', 'no'],
  ['127.0.0.1', 'http://[::ffff:127.0.0.2]/', 'no'],
])('deny %s on %j: %s', (pattern, url, expected) => {
  expect(deny(pattern, url)).toBe(expected);
});

test.each([
  ['https://a.example/*', 'https://a.example/x', 'yes'],
  ['https://a.example/*', 'https://a.example', 'yes'],
  ['https://a.example/*', 'https://a.example/x?y=z#f', 'yes'],
  ['https://a.example*', 'https://a.example/x', 'yes'],
  ['https://a.example', 'https://a.example/', 'no'],
  ['https://a.example/', 'https://a.example/', 'yes'],
  ['https://*.a.example/*', 'https://x.y.a.example/z', 'yes'],
  ['https://a.example:8443/*', 'https://a.example:8443/x', 'yes'],
  ['*', 'https://anything.example/x', 'yes'],
  ['*.a.example', 'https://x.a.example/y', 'yes'],
  ['https://a.example/*', 'http://a.example/x', 'no'],
  ['https://a.example/*', 'https://b.example/', 'no'],
  ['https://a.example/*', 'https://a.example@b.example/', 'no'],
  ['https://a.example*', 'https://a.example@b.example/', 'no'],
  ['https://a.example*', 'https://a.example.evil.example/', 'no'],
  ['https://a.example*', 'https://a.example-evil.example/', 'no'],
  ['https://a.example*', 'https://a.example:8443/', 'no'],
  ['https://a.example/*', 'https://a.example\\@b.example/', 'no'],
  ['https://a.example/*', 'https://user@a.example/x', 'no'],
  ['https://*.a.example/*', 'https://evil-a.example/', 'no'],
  ['https://*.a.example/*', 'https://a.example/', 'no'],
  ['https://*.a.example/*', 'https://evil.example/.a.example/', 'no'],
  ['https://*a.example/*', 'https://x.a.example/', 'no'],
  ['https://a.example/ok/*', 'https://a.example/ok/../secret', 'no'],
  ['https://a.example/ok/*', 'https://a.example/ok/%2e%2e/secret', 'no'],
  ['https://a.example/*', 'not a url', 'no'],
  ['*', 'data:text/plain,x', 'no'],
  ['*', 'https://user@a.example/', 'no'],
  ['*/*', 'https://a.example/x', 'no'],
  ['https://a.example:443/*', 'https://b.example/', 'no'],
  ['a.example', 'https://a.example:8443/', 'no'],
  ['http://127.0.0.1/*', 'http://[::ffff:127.0.0.1]/', 'no'],
  ['https://a.example/*', 'https:a.example/x', 'no'],
  ['https://a.example/*', 'https://a.example\t/x', 'no'],
  ['https://*.a.example/*', 'https://b.example\\.a.example/', 'no'],
  ['https://*.a.example/*', 'https://b.example#.a.example/', 'no'],
  ['https://*.a.example/*', 'https://b.example?.a.example/', 'no'],
  ['https://*.a.example/*', 'https://b.example%2f.a.example/', 'no'],
  ['*.a.example', 'https://b.example:1@x.a.example/', 'no'],
])('allow %s on %j: %s', (pattern, url, expected) => {
  expect(allow(pattern, url)).toBe(expected);
});

test('the facts of this value are used, those of another value are not', () => {
  const facts = (raw: string): CallFacts => ({ ...NO_FACTS, urls: { url: { raw, href: 'https://b.example/', host: 'b.example' } } });
  expect(compileUrlMatcher('https://b.example/*', 'restrict')('x', 'url', facts('x'))).toBe('yes');
  expect(compileUrlMatcher('https://b.example/*', 'restrict')('https://a.example/', 'url', facts('x'))).toBe('no');
});

test('a URL whose text is allowed is denied by the same pattern', () => {
  for (const pattern of ['https://a.example/*', 'https://*.a.example/*', '*.a.example', '*', 'https://a.example*']) {
    for (const url of ['https://a.example/x', 'https://x.a.example/', 'https://b.example/']) {
      if (allow(pattern, url) === 'yes') expect(deny(pattern, url)).toBe('yes');
    }
  }
});
