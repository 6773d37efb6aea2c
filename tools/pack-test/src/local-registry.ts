import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import type { WorkspacePackage } from '@tackroom/source-tree';
import type { PackedPackage } from './check-contents.js';

/** A registry that has our packages before they are published. */
export interface LocalRegistry {
  /** Address without a slash at its end. */
  readonly url: string;
  /** Requests for our packages so far, by path. */
  readonly served: readonly string[];
  close(): Promise<void>;
}

/** Our packages, and where everything else is. */
export interface RegistryContents {
  readonly root: string;
  readonly packages: readonly WorkspacePackage[];
  readonly packed: readonly PackedPackage[];
  /** Address of the registry to which it sends npm for all others. */
  readonly upstream: string;
}

/**
 * Serves the archives as a registry does, on a free port of this machine. npm is told to keep none of it, so that nothing of a
 * build that nobody published stays in its cache. For other packages npm is sent on, and its cache knows what it finds there.
 */
export async function startRegistry({ root, packages, packed, upstream }: RegistryContents): Promise<LocalRegistry> {
  const served: string[] = [];
  const archives = new Map(packed.map(({ archive }) => [`/archives/${basename(archive)}`, archive]));
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/');
    const archive = archives.get(path);
    const known = packed.find(({ name }) => path === `/${name}`);
    if (archive === undefined && known === undefined) {
      response.writeHead(307, { location: `${upstream}${request.url ?? '/'}` }).end();
      return;
    }
    served.push(path);
    const body = archive === undefined ? JSON.stringify(packumentOf(known?.name ?? '')) : readFileSync(archive);
    const type = archive === undefined ? 'application/json' : 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP

  /** What a registry says of a package: every version, here one. */
  function packumentOf(name: string): unknown {
    const archive = packed.find((found) => found.name === name)?.archive ?? '';
    const folder = packages.find((found) => found.name === name)?.folder ?? '';
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { readonly version: string };
    const integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    const dist = { tarball: `${url}/archives/${basename(archive)}`, integrity };
    return { name, 'dist-tags': { latest: manifest.version }, versions: { [manifest.version]: { ...manifest, dist } } };
  }

  return {
    url,
    served,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
