/** What the beginning of a connection says of the server that it is for. */
export type ServerName =
  { readonly kind: 'more' } | { readonly kind: 'not-tls' } | { readonly kind: 'tls'; readonly name: string | undefined };

const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
const HOST_NAME = 0;

/** The server name (SNI) of a TLS ClientHello (RFC 8446 section 4.1.2, RFC 6066 section 3) in its first record. */
export function readServerName(bytes: Buffer): ServerName {
  if (bytes.length < 6) return bytes.length > 0 && bytes[0] !== HANDSHAKE ? { kind: 'not-tls' } : { kind: 'more' };
  if (bytes[0] !== HANDSHAKE || bytes[5] !== CLIENT_HELLO) return { kind: 'not-tls' };
  const end = 5 + bytes.readUInt16BE(3);
  if (bytes.length < end) return { kind: 'more' };
  try {
    return { kind: 'tls', name: nameIn(bytes.subarray(0, end)) };
  } catch {
    // It reads past its own end: whatever it is, no server should see it.
    return { kind: 'not-tls' };
  }
}

function nameIn(hello: Buffer): string | undefined {
  // Record 5, handshake 4, version 2, random 32; then session id, cipher suites and compression methods, each with its length.
  let at = 43;
  at += 1 + hello.readUInt8(at);
  at += 2 + hello.readUInt16BE(at);
  at += 1 + hello.readUInt8(at);
  if (at === hello.length) return undefined;
  const end = at + 2 + hello.readUInt16BE(at);
  for (at += 2; at < end;) {
    const [type, length] = [hello.readUInt16BE(at), hello.readUInt16BE(at + 2)];
    if (type === SERVER_NAME && hello.readUInt8(at + 6) === HOST_NAME) {
      return hello.toString('latin1', at + 9, at + 9 + hello.readUInt16BE(at + 7)).toLowerCase();
    }
    at += 4 + length;
  }
  return undefined;
}
