import type { Problem } from '@tackroom/core';
import { optionProblem } from '../confinement/confinement-options.js';
import { egressProblems } from '../egress/allowed-hosts.js';

/** What a name that is allowed must not lead to. The runtime itself adds loopback, link-local and this machine's addresses. */
export const PRIVATE_RANGES: readonly string[] = [
  ...['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '240.0.0.0/4'],
  ...['64:ff9b:1::/48', '2001::/32', 'fc00::/7', 'fec0::/10'],
];

const WEB_PORTS = [80, 443];

/** Entries of `network.allow` as the runtime has them: one without a port is for the ports of the web. */
export function runtimeDomains(allow: readonly string[]): readonly string[] {
  return allow.flatMap((entry) => (/:\d+$/.test(entry.replace(/^\[.*\]/, '')) ? [entry] : WEB_PORTS.map((port) => `${entry}:${port}`)));
}

/** What is wrong with the hosts that may be reached. */
export function runtimeNetworkProblems(network: { readonly allow: readonly string[] } | undefined): readonly Problem[] {
  if (network === undefined) return [];
  return [
    ...egressProblems({ allow: network.allow }).map((message) => optionProblem('network', message)),
    ...('allowPrivateHosts' in network
      ? [optionProblem('network', 'allowPrivateHosts is nothing that this runtime can keep. Allow the address itself: 10.0.0.5:443.')]
      : []),
  ];
}
