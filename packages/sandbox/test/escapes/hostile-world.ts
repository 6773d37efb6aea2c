import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';

/** What attacks are aimed at: files and open doors of the host, all of which anybody on it may use. */
export interface HostileWorld {
  readonly path: string;
  /** Variables for a script whose workspace is `root`. */
  environment(root: string): Readonly<Record<string, string>>;
  /** A fresh workspace that anybody may change: a repository with a hook, a configuration, a link, a socket of the host. */
  workspace(): Promise<string>;
  close(): Promise<void>;
}

/** Opens a world in a directory that everybody may enter. */
export async function hostileWorld(): Promise<HostileWorld> {
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'tackroom-world-'));
  mkdirSync(join(path, 'world'));
  writeFileSync(join(path, 'world', 'secret'), 'WON\n');
  const servers: Server[] = [];
  const listen = async (where: object): Promise<Server> => {
    const server = createServer((socket) => socket.on('error', () => undefined).end('WON\n'));
    servers.push(server);
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(where, resolve));
    return server;
  };
  const portOf = (server: Server): string => String((server.address() as AddressInfo).port);
  const abstract = `tackroom-${process.pid}`;
  await listen({ path: join(path, 'world', 'host.sock') });
  await listen({ path: `\0${abstract}` });
  const port = portOf(await listen({ host: '127.0.0.1', port: 0 }));
  const port6 = hasIpv6() ? portOf(await listen({ host: '::1', port: 0 })) : '';
  const udp = createSocket('udp4', (_message, from) => udp.send('WON\n', from.port, from.address));
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  openToAll(join(path, 'world'));
  chmodSync(path, 0o755);
  let count = 0;
  return {
    path: join(path, 'world'),
    environment: (root) => ({
      WORLD: join(path, 'world'),
      SOCKET: join(root, 's'),
      ABSTRACT: abstract,
      PORT: port,
      PORT6: port6,
      UDP: String(udp.address().port),
      HOST_PID: String(process.pid),
    }),
    workspace: async () => {
      const root = join(path, String((count += 1)));
      mkdirSync(join(root, '.git', 'hooks'), { recursive: true });
      writeFileSync(join(root, '.git', 'hooks', 'pre-commit'), 'as it was\n');
      writeFileSync(join(root, '.git', 'config'), '[core]\n');
      writeFileSync(join(root, 'tackroom.config.json'), '{}\n');
      symlinkSync('elsewhere', join(root, '.envrc'));
      await listen({ path: join(root, 's') });
      openToAll(root);
      return root;
    },
    close: async () => {
      udp.close();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Whether a workspace still has its hook and its configurations. */
export function isAsItWas(root: string): boolean {
  const git = join(root, '.git');
  return (
    lstatSync(join(git, 'hooks')).isDirectory() &&
    readdirSync(join(git, 'hooks')).join() === 'pre-commit' &&
    readFileSync(join(git, 'hooks', 'pre-commit'), 'utf8') === 'as it was\n' &&
    readFileSync(join(git, 'config'), 'utf8') === '[core]\n' &&
    readFileSync(join(root, 'tackroom.config.json'), 'utf8') === '{}\n'
  );
}

/** Whether this machine can talk to itself by IPv6. */
export function hasIpv6(): boolean {
  return networkInterfaces()['lo']?.some(({ family }) => family === 'IPv6') === true;
}

/** Lets everybody change a tree. */
function openToAll(path: string): void {
  spawnSync('chmod', ['-R', 'a+rwX', path]);
}
