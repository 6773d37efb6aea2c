import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BubblewrapSandbox } from '@tackroom/sandbox';
import type { CommandResult } from '@tackroom/core';
import { describeNeeding, hasBubblewrap } from './scratch.js';

describeNeeding('bubblewrap', hasBubblewrap(), 'the network of a sandbox', () => {
  let root = '';
  const bodies: string[] = [];
  const origin = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')));
    incoming.on('end', () => {
      bodies.push(`${incoming.url ?? ''} ${body.length}`);
      response.end(incoming.url === '/big' ? 'x'.repeat(3_000_000) : 'hello');
    });
  });
  let at = '';
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'tackroom-test-'));
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    at = `localhost:${(origin.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    origin.close();
    origin.closeAllConnections();
    await rm(root, { recursive: true });
  });

  async function exec(command: string): Promise<CommandResult> {
    const sandbox = new BubblewrapSandbox({ network: { allow: [at], allowPrivateHosts: ['localhost'] } });
    const session = await sandbox.open({ sessionId: 's', root });
    try {
      return await session.exec(command, { env: { AT: at }, timeoutMs: 30_000 });
    } finally {
      await session.close();
    }
  }

  /** Bash that says a request to the proxy and prints the answer. */
  const request = (line: string, more = ''): string =>
    `exec 9<>"/dev/tcp/127.0.0.1/\${http_proxy##*:}"; printf '${line} HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n${more}' "$AT" >&9`;

  test('an allowed host is reached, with much to send either way', async () => {
    expect((await exec(`${request('GET http://%s/', '\\r\\n')}; cat <&9`)).stdout).toMatch(/^HTTP\/1\.1 200 OK[^]*hello/);
    const big = await exec(`${request('GET http://%s/big', '\\r\\n')}; sed 1,/^.$/d <&9 | tr -dc x | wc -c`);
    expect(big.stdout.trim()).toBe('3000000');
    await exec(`${request('POST http://%s/up', 'Content-Length: 2000000\\r\\n\\r\\n')}; head -c 2000000 /dev/zero >&9; cat <&9`);
    expect(bodies.at(-1)).toBe('/up 2000000');
  });

  test('another host is not, and the result says so', async () => {
    const { stdout, denials } = await exec(`${request('GET http://b.example/%.0s', '\\r\\n')}; cat <&9`);
    expect(stdout).toMatch(/^HTTP\/1\.1 403 /);
    expect(denials).toEqual(['network access to b.example:80, which is not on the list of allowed hosts']);
  });

  test('there is no way around the proxy', async () => {
    const { exitCode, denials } = await exec('exec 9<>"/dev/tcp/192.0.2.1/80"');
    expect([exitCode, denials]).toEqual([
      1,
      ['network access other than HTTP and HTTPS to allowed hosts, through the proxy that HTTP_PROXY names'],
    ]);
    expect((await exec(`exec 9<>"/dev/tcp/127.0.0.1/\${AT##*:}"`)).exitCode).toBe(1);
  });

  test('the bridge is no child of the command, and many connections are served at once', async () => {
    const one = `(${request('GET http://%s/', '\\r\\n')}; cat <&9 | grep -c hello) &`;
    expect((await exec(`wait; ${one.repeat(20)} wait`)).stdout).toBe('1\n'.repeat(20));
    expect((await exec('echo "$#:$http_proxy"; readlink /proc/self/fd/* | grep -c socket')).stdout).toMatch(
      /^0:http:\/\/127\.0\.0\.1:\d+\n0\n$/,
    );
  });
});
