import { createServer as createHttpServer } from 'node:http';
import { connect as connectTls } from 'node:tls';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Duplex } from 'node:stream';
import { AllowedHosts, egressProblems } from './allowed-hosts.js';
import { EgressProxy } from './egress-proxy.js';
import { isPrivate } from './open-connection.js';
import { readServerName } from './server-name.js';

describe('AllowedHosts', () => {
  const hosts = new AllowedHosts({ allow: ['a.example', '*.b.example', 'c.example:8443', '192.0.2.1:80', '[2001:db8::1]'] });
  test.each([
    ['a.example', 443, true],
    ['A.Example.', 80, true],
    ['a.example', 22, false],
    ['x.a.example', 443, false],
    ['b.example', 443, false],
    ['x.y.b.example', 443, true],
    ['evilb.example', 443, false],
    ['c.example', 8443, true],
    ['c.example', 443, false],
    ['192.0.2.1', 80, true],
    ['192.0.2.1', 443, false],
    ['[2001:db8::1]', 443, true],
    ['', 443, false],
  ])('%s:%d is allowed: %s', (host, port, allowed) => {
    expect(hosts.allows(host, port)).toBe(allowed);
  });

  test('what is no host is a problem', () => {
    expect(
      egressProblems({
        allow: ['https://a.example', '*', 'a.example:0', 'a.example:70000', '*.1.2.3.4', 'ok.example'],
        allowPrivateHosts: ['10.0.0.1', 'x'],
      }),
    ).toMatchInlineSnapshot(`
     [
       ""https://a.example" is no host. Write example.com, *.example.com or example.com:8443.",
       ""*" is no host. Write example.com, *.example.com or example.com:8443.",
       ""a.example:0" is no host. Write example.com, *.example.com or example.com:8443.",
       ""a.example:70000" is no host. Write example.com, *.example.com or example.com:8443.",
       ""*.1.2.3.4" is no host. Write example.com, *.example.com or example.com:8443.",
       ""10.0.0.1" in allowPrivateHosts is no plain name.",
     ]
    `);
  });
});

test.each([
  ['8.8.8.8', false],
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['255.255.255.255', true],
  ['::1', true],
  ['::', true],
  ['::ffff:10.0.0.1', true],
  ['::ffff:8.8.8.8', false],
  ['::ffff:7f00:1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['64:ff9b::a00:1', true],
  ['2606:4700::1111', false],
])('%s is private: %s', (address, expected) => {
  expect(isPrivate(address)).toBe(expected);
});

describe('EgressProxy', () => {
  const servers: Server[] = [];
  let port = 0;
  beforeAll(async () => {
    port = await listening(
      createHttpServer((incoming, response) =>
        response.end(`${incoming.headers.host ?? ''} ${incoming.url ?? ''} ${incoming.headers['proxy-authorization'] ?? 'none'}`),
      ),
    );
  });
  afterAll(() => servers.forEach((server) => server.close()));

  async function listening(server: Server): Promise<number> {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  /** What a client hears that says this. */
  async function ask(proxy: EgressProxy, said: string): Promise<string> {
    const [client, other] = pair();
    proxy.accept(other);
    client.write(said);
    let heard = '';
    for await (const chunk of client) heard += String(chunk);
    proxy.close();
    return heard;
  }

  const get = (url: string): string =>
    `GET ${url} HTTP/1.1\r\nHost: other.example\r\nProxy-Authorization: secret\r\nConnection: close\r\n\r\n`;

  test('a request goes to the host of its address, without what was for the proxy', async () => {
    const proxy = new EgressProxy({ allow: [`localhost:${port}`], allowPrivateHosts: ['localhost'] });
    expect((await ask(proxy, get(`http://localhost:${port}/a?b`))).split('\r\n\r\n')[1]).toContain(`localhost:${port} /a?b none`);
    expect(proxy.refused).toEqual([]);
  });

  test.each([
    [
      'another host',
      (at: number) => get(`http://b.example:${at}/`),
      /^HTTP\/1\.1 403 /,
      /^network access to b\.example:\d+, which is not on the list/,
    ],
    ['another port', () => get('http://localhost:1/'), /^HTTP\/1\.1 403 /, /^network access to localhost:1, /],
    ['a tunnel to another host', () => 'CONNECT b.example:443 HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 403 /, /^network access to b\.example:443/],
    [
      'a name for an address that is not public',
      (at: number) => get(`http://localhost:${at}/`),
      /^HTTP\/1\.1 403 /,
      /at an address that is not public$/,
    ],
  ])('%s is refused and named', async (_what, request, answer, refusal) => {
    const proxy = new EgressProxy({ allow: [`localhost:${port}`] });
    expect(await ask(proxy, request(port))).toMatch(answer);
    expect(proxy.refused).toEqual([expect.stringMatching(refusal)]);
  });

  test.each([
    'GET /path HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET https://a.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'nonsense\r\n\r\n',
  ])('%j is no request to a proxy', async (request) => {
    expect(await ask(new EgressProxy({ allow: [] }), request)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test.each([
    ['localhost', true],
    ['b.example', false],
  ])('a tunnel to localhost that asks for %s in TLS', async (servername, passes) => {
    let reached = 0;
    const origin = await listening(
      createServer((socket) => socket.on('error', () => undefined).once('data', () => ((reached += 1), socket.end('no TLS here')))),
    );
    const proxy = new EgressProxy({ allow: [`localhost:${origin}`], allowPrivateHosts: ['localhost'] });
    const [client, other] = pair();
    proxy.accept(other);
    client.write(`CONNECT localhost:${origin} HTTP/1.1\r\n\r\n`);
    const answer = await new Promise<string>((resolve) => client.once('data', (data: Buffer) => resolve(data.toString())));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    const tls = connectTls({ socket: client, servername });
    await new Promise((resolve) => tls.once('error', resolve).once('close', resolve));
    expect([reached === 1, proxy.refused]).toEqual([passes, passes ? [] : ['a connection to localhost that is not TLS for localhost']]);
    proxy.close();
  });

  test('a tunnel carries nothing but TLS', async () => {
    const proxy = new EgressProxy({ allow: [`localhost:${port}`], allowPrivateHosts: ['localhost'] });
    expect(await ask(proxy, `CONNECT localhost:${port} HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n`).catch(String)).not.toContain('none');
    expect(proxy.refused).toHaveLength(1);
  });
});

test.each([
  ['', { kind: 'more' }],
  ['16', { kind: 'more' }],
  ['474554', { kind: 'not-tls' }],
  ['160301000501ffffffff', { kind: 'not-tls' }],
  ['1603010fff01', { kind: 'more' }],
])('the server name in %j', (hex, expected) => {
  expect(readServerName(Buffer.from(hex, 'hex'))).toEqual(expected);
});

/** Two ends of one connection. */
function pair(): [Duplex, Duplex] {
  const ends: Duplex[] = [];
  const make = (other: number): Duplex =>
    new Duplex({
      read: () => undefined,
      write: (chunk, _encoding, done) => (ends[other]?.push(chunk), done()),
      final: (done) => (ends[other]?.push(null), done()),
      destroy: (error, done) => (ends[other]?.push(null), done(error)),
    });
  const [a, b] = [make(1), make(0)];
  ends.push(a, b);
  return [a, b];
}
