import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AllowedHosts, type EgressOptions } from './allowed-hosts.js';
import { MAX_CONNECTIONS } from './channel.js';
import { EgressRefused, openConnection } from './open-connection.js';
import { readServerName } from './server-name.js';

const MAX_HELLO_BYTES = 16_640;
/** A command may ask for any number of hosts. */
const MAX_REFUSALS = 20;
const MAX_REFUSAL_CHARS = 300;
/** Headers that are between a client and its proxy (RFC 9110 section 7.6.1). */
const HOP_HEADERS = [
  'connection',
  'proxy-connection',
  'proxy-authorization',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
];

/**
 * An HTTP proxy for one command that goes to allowed hosts only: requests are parsed and sent on, a tunnel (CONNECT)
 * carries TLS for the host that it was asked for and nothing else. It listens nowhere; connections are handed to it.
 */
export class EgressProxy {
  private readonly allowed: AllowedHosts;
  private readonly server: Server;
  private readonly open = new Set<Duplex>();
  private readonly refusals = new Set<string>();
  private hasMoreRefusals = false;
  private hasTooMany = false;

  constructor(options: EgressOptions) {
    this.allowed = new AllowedHosts(options);
    this.server = createServer((incoming, response) => void this.forward(incoming, response));
    this.server.on(
      'connect',
      (incoming: IncomingMessage, client: Duplex, head: Buffer) => void this.tunnel(incoming.url ?? '', client, head),
    );
    this.server.on('upgrade', (_incoming: IncomingMessage, client: Duplex) => client.end('HTTP/1.1 501 Not Implemented\r\n\r\n'));
    this.server.on('clientError', (_error, client) => client.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  }

  /** Where the command was not let through, each once; of very many the first. */
  get refused(): readonly string[] {
    return [...this.refusals, ...(this.hasMoreRefusals ? ['network access to other hosts, which are not allowed either'] : [])];
  }

  /** Bounds of its own that the command ran into. */
  get exceeded(): readonly string[] {
    return this.hasTooMany ? [`more than ${MAX_CONNECTIONS} connections at once; those beyond were closed`] : [];
  }

  /** A connection of the command was closed because it had too many. */
  onTooMany(): void {
    this.hasTooMany = true;
  }

  /** Takes a connection of the command. */
  accept(client: Duplex): void {
    this.hold(client);
    this.server.emit('connection', client);
  }

  close(): void {
    for (const stream of this.open) stream.destroy();
  }

  private async forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : undefined;
    if (url?.protocol !== 'http:')
      return void response.writeHead(400, { connection: 'close' }).end('This is a proxy: ask it for http://…, or CONNECT.\n');
    const socket = await this.connect(url.hostname, Number(url.port || 80), (status, message) => response.writeHead(status).end(message));
    if (socket === undefined) return;
    const headers = Object.entries(incoming.headers).filter(([name]) => !HOP_HEADERS.includes(name));
    const outgoing = request({
      createConnection: () => socket,
      method: incoming.method,
      path: url.pathname + url.search,
      headers: { ...Object.fromEntries(headers), host: url.host, connection: 'close' },
    });
    outgoing.on('response', (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !HOP_HEADERS.includes(name));
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
      answer.pipe(response);
    });
    outgoing.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    incoming.pipe(outgoing);
  }

  private async tunnel(target: string, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => undefined);
    const [, host = '', port = ''] = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(target) ?? [];
    const server = await this.connect(host, Number(port), (status, message) => client.end(`HTTP/1.1 ${status} Refused\r\n\r\n${message}`));
    if (server === undefined) return;
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    const hello = await firstRecord(client, head);
    if (hello !== undefined && isFor(host, hello)) {
      server.write(hello);
      client.pipe(server).pipe(client);
      return;
    }
    if (hello !== undefined) this.refuse(`a connection to ${host} that is not TLS for ${host}`);
    client.destroy();
    server.destroy();
  }

  private async connect(host: string, port: number, refuse: (status: number, message: string) => void): Promise<Socket | undefined> {
    try {
      const socket = await openConnection(host, port, this.allowed);
      socket.on('error', () => undefined); // its streams end with it
      this.hold(socket);
      return socket;
    } catch (error) {
      if (error instanceof EgressRefused) this.refuse(error.message);
      refuse(error instanceof EgressRefused ? 403 : 502, `${error instanceof Error ? error.message : String(error)}\n`);
      return undefined;
    }
  }

  private refuse(what: string): void {
    const refusal = what.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MAX_REFUSAL_CHARS);
    if (this.refusals.has(refusal)) return;
    if (this.refusals.size < MAX_REFUSALS) this.refusals.add(refusal);
    else this.hasMoreRefusals = true;
  }

  private hold(stream: Duplex): void {
    this.open.add(stream);
    stream.once('close', () => this.open.delete(stream));
  }
}

/** What a client sends first, up to the end of its ClientHello; undefined if it ends before. */
function firstRecord(client: Duplex, head: Buffer): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    let bytes = head;
    const settle = (result: Buffer | undefined): void => {
      client.off('data', take);
      client.pause();
      resolve(result);
    };
    const take = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length > MAX_HELLO_BYTES || readServerName(bytes).kind !== 'more') settle(bytes);
    };
    client.once('close', () => settle(undefined));
    client.once('end', () => settle(undefined));
    client.on('data', take);
    if (head.length > 0) take(Buffer.alloc(0));
  });
}

function isFor(host: string, hello: Buffer): boolean {
  const said = readServerName(hello);
  if (said.kind !== 'tls') return false;
  const name = host.toLowerCase().replace(/\.$/, '');
  // A name server's name has no place in a connection to an address (RFC 6066).
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) === 0 ? said.name === name : said.name === undefined;
}
