import { addressesIn } from './named-addresses.js';

test.each<[string, readonly string[]]>([
  ['curl -s http://a.example:8080/x | cat', ['a.example']],
  ['git clone https://me:token@b.example/x.git', ['b.example']],
  ['git clone git@c.example:x.git', ['c.example']],
  ['echo > /dev/tcp/d.example/80', ['d.example']],
  ['curl e.example', ['e.example']],
  ["wget -q 'http://[2001:db8::1]/'", ['[2001:db8::1]']],
  ['perl -e "connect(192.0.2.1)"', ['192.0.2.1']],
  ['fetch("http://f.example")', ['f.example']],
  // Of itself.
  ['curl -s http://127.0.0.1:8931/ http://localhost/ http://[::1]/', []],
  // Names of files.
  ['node main.js && npm test --silent', []],
  ['cat notes.example 1.2.3', []],
])('%s names %j', (script, addresses) => {
  expect(addressesIn(script)).toEqual(addresses);
});

test('a long command is read in no time, whatever it is made of', () => {
  for (const piece of ['a', 'a.', '@', '://', 'a@', 'a.b-', '/dev/tcp/', '1.']) {
    const started = performance.now();
    addressesIn(`curl ${piece.repeat(120_000 / piece.length)}`);
    expect(performance.now() - started).toBeLessThan(1_000);
  }
});
