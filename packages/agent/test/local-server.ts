import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on a port of its own while `use` runs; every connection of it ends with that. */
export async function withServer<T>(listener: RequestListener, use: (origin: string) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`); // it listens on a port
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** The origin of a server that was there and is gone: nobody answers at it. */
export function freeOrigin(): Promise<string> {
  return withServer(
    () => undefined,
    (origin) => Promise.resolve(origin),
  );
}
