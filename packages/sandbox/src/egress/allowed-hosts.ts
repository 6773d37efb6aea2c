import { isIP } from 'node:net';

/** Where commands may go: names, `*.` before a name for everything below it, each with a port or for 80 and 443. */
export interface EgressOptions {
  /** `example.com`, `*.example.com`, `example.com:8443`, `192.0.2.1:80`. */
  readonly allow: readonly string[];
  /** Names that may resolve to private, loopback or link-local addresses. An address that `allow` spells out needs no entry. */
  readonly allowPrivateHosts?: readonly string[];
}

interface AllowedHost {
  readonly name: string;
  /** Whether names below it are meant, and not itself. */
  readonly below: boolean;
  readonly port: number | undefined;
}

const ENTRY = /^(\*\.)?([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/;
const WEB_PORTS = [80, 443];

/** The hosts of a list. Asked once per connection. */
export class AllowedHosts {
  private readonly hosts: readonly AllowedHost[];
  private readonly privateNames: ReadonlySet<string>;

  /** Entries must have passed {@link egressProblems}. */
  constructor(options: EgressOptions) {
    this.hosts = options.allow.flatMap((entry) => readEntry(entry) ?? []);
    this.privateNames = new Set((options.allowPrivateHosts ?? []).map(plainName));
  }

  /** Whether a connection to this name or address may be made at all. */
  allows(host: string, port: number): boolean {
    const name = plainName(host);
    return this.hosts.some(
      (allowed) => (allowed.port ?? port) === port && (allowed.port !== undefined || WEB_PORTS.includes(port)) && matches(allowed, name),
    );
  }

  /** Whether a name that {@link AllowedHosts.allows} may lead to an address that is not public. */
  allowsPrivate(host: string): boolean {
    return isIP(plainName(host)) !== 0 || this.privateNames.has(plainName(host));
  }
}

/** What is wrong with a list of hosts, a line for each entry. */
export function egressProblems({ allow, allowPrivateHosts = [] }: EgressOptions): readonly string[] {
  const wrong = allow
    .filter((entry) => readEntry(entry) === undefined)
    .map((entry) => `${JSON.stringify(entry)} is no host. Write example.com, *.example.com or example.com:8443.`);
  const unknown = allowPrivateHosts
    .filter((name) => isIP(name) !== 0 || !/^[a-z0-9._-]+$/i.test(name))
    .map((name) => `${JSON.stringify(name)} in allowPrivateHosts is no plain name.`);
  return [...wrong, ...unknown];
}

function readEntry(entry: string): AllowedHost | undefined {
  const [, star, name = '', port] = ENTRY.exec(entry.toLowerCase()) ?? [];
  if (name === '' || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) return undefined;
  const host = plainName(name);
  if (star !== undefined && isIP(host) !== 0) return undefined;
  return { name: host, below: star !== undefined, port: port === undefined ? undefined : Number(port) };
}

function matches({ name, below }: AllowedHost, host: string): boolean {
  return below ? host.endsWith(`.${name}`) : host === name;
}

/** Lower case, without the dot that ends an absolute name and without the brackets of an address. */
function plainName(host: string): string {
  return host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}
