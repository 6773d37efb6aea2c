import { lookup } from 'node:dns/promises';
import { BlockList, connect, isIP, type Socket } from 'node:net';
import type { AllowedHosts } from './allowed-hosts.js';

const CONNECT_MS = 15_000;

/** Addresses that lead to this machine, its neighbours or its cloud's own services (IANA special-purpose registries). */
const NOT_PUBLIC = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6');
}

/** A connection that was not made because it may not be. */
export class EgressRefused extends Error {}

/**
 * Connects to a host if it is allowed: the name first, then every address it resolves to, and to one of exactly those.
 * Rejects with {@link EgressRefused}, or with the system's error.
 */
export async function openConnection(host: string, port: number, allowed: AllowedHosts): Promise<Socket> {
  if (!allowed.allows(host, port)) throw new EgressRefused(`network access to ${host}:${port}, which is not on the list of allowed hosts`);
  const name = host.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(name) === 0 ? await lookup(name, { all: true }) : [{ address: name, family: isIP(name) }];
  if (!allowed.allowsPrivate(host) && addresses.some(({ address }) => isPrivate(address))) {
    throw new EgressRefused(`network access to ${host}:${port}, which is at an address that is not public`);
  }
  let failure: unknown = new Error(`${host} has no address`);
  for (const { address } of addresses) {
    try {
      return await connectTo(address, port);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Whether an address is anything but one of the public internet. IPv4 addresses written as IPv6 are taken for what they are. */
export function isPrivate(address: string): boolean {
  return NOT_PUBLIC.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function connectTo(address: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port });
    socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error(`no answer from ${address} in ${CONNECT_MS / 1_000} s`)));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}
