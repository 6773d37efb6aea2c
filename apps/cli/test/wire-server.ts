import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A model request as the server saw it. */
export interface WireRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, never>>;
  /** Milliseconds since the process began. */
  readonly at: number;
}

/** What the server answers a model request with: a stream of chunks, a JSON text each, or an answer without one. */
export type WireReply =
  | {
      readonly chunks: readonly string[];
      /** The connection breaks off after the last chunk. */
      readonly drop?: boolean;
    }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown };

/** A server while it runs. */
export interface WireServer {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  readonly requests: readonly WireRequest[];
}

/**
 * Runs a model server on a port of its own while `use` runs. It lists the model `m` and answers each model request with
 * the next reply, in server-sent events as the provider frames them; one too many is a bad request.
 */
export async function withWireServer<T>(replies: readonly WireReply[], use: (server: WireServer) => Promise<T>): Promise<T> {
  const requests: WireRequest[] = [];
  const left = [...replies];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    if (request.method === 'GET') return sendJson(response, 200, { object: 'list', data: [{ id: 'm', object: 'model' }] });
    const body = JSON.parse(await textOf(request)) as WireRequest['body'];
    requests.push({ path, headers: request.headers, body, at: performance.now() });
    await send(response, left.shift() ?? { status: 400, body: { error: { message: 'The server has no reply left.' } } });
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error)); // it is one
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }); // it listens on a port
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function send(response: ServerResponse, reply: WireReply): Promise<void> {
  if ('status' in reply) return sendJson(response, reply.status, reply.body, reply.headers);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const chunk of reply.chunks) {
    response.write(framed(chunk));
    await nextTurn();
  }
  if (reply.drop !== true) response.end('data: [DONE]\n\n');
  // What was written is on its way; then the connection is gone.
  else response.write('\n', () => response.destroy());
}

/** Chunks with a type of their own are events of that name. */
function framed(chunk: string): string {
  const { type } = JSON.parse(chunk) as { readonly type?: string };
  return type === undefined ? `data: ${chunk}\n\n` : `event: ${type}\ndata: ${chunk}\n\n`;
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += String(part);
  return text;
}
