/** `https://user@host:8080/x`, `ssh://host`. */
const IN_URL = /\b[a-z][a-z0-9+.-]{0,20}:\/\/(?:[^\s/@'"]*@)?(\[[0-9a-f:.]+\]|[^\s/:?#'"`;|&<>()]+)/gi;
/** `/dev/tcp/host/80`, which bash itself opens. */
const IN_DEVICE = /\/dev\/(?:tcp|udp)\/([^\s/'"]+)/g;
/** `git@host:path`, `me@host`. */
const AFTER_USER = /(?<![\w.-])[\w.-]+@([a-z0-9-]+(?:\.[a-z0-9-]+)*)/gi;
const IP = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g;
/** Names of hosts look like names of files: they count where a program stands that is given hosts. */
const PROGRAMS = /\b(?:curl|wget|ssh|scp|sftp|rsync|ping6?|nc|ncat|netcat|telnet|ftp|dig|host|nslookup|getent|openssl|socat|traceroute)\b/;
const HOST = /(?<![\w.@/-])([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})(?![\w.-])/gi;
/** What a sandbox has itself. */
const OWN = /^(?:localhost|ip6-localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[?::1?\]?)$/i;

/** The hosts and addresses of other machines that a command names, as it writes them. What a variable stands for is not known. */
export function addressesIn(script: string): readonly string[] {
  const found = [IN_URL, IN_DEVICE, AFTER_USER].flatMap((pattern) => [...script.matchAll(pattern)].map(([, host = '']) => host));
  const addresses = [...script.matchAll(IP)].map(([address]) => address);
  const hosts = PROGRAMS.test(script) ? [...script.matchAll(HOST)].map(([, host = '']) => host) : [];
  return [...new Set([...found, ...addresses, ...hosts])].filter((host) => host !== '' && !host.includes('$') && !OWN.test(host));
}
