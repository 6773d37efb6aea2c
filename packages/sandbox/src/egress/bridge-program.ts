import { WINDOW_BYTES } from './channel-connection.js';

/**
 * What runs inside a sandbox, in Node: listens where its commands look for a proxy, and carries their connections over the
 * descriptor that it is told (see `channel.ts`). It decides nothing. A text, so that no file of ours must be in the sandbox.
 */
export const BRIDGE_PROGRAM = `
'use strict';
const net = require('node:net');
const channel = new net.Socket({ fd: Number(process.argv[1]), readable: true, writable: true });
const connections = new Map();
const send = (kind, id, length, data) => {
  const header = Buffer.alloc(9);
  header.writeUInt8(kind, 0);
  header.writeUInt32BE(id, 1);
  header.writeUInt32BE(length, 5);
  channel.write(data === undefined ? header : Buffer.concat([header, data]));
};
let next = 1;
const server = net.createServer({ allowHalfOpen: true }, (socket) => {
  const id = next++;
  const state = { socket, sendable: ${WINDOW_BYTES} };
  connections.set(id, state);
  send(0, id, 0);
  socket.on('data', (data) => {
    state.sendable -= data.length;
    for (let at = 0; at < data.length; at += 65536) {
      const part = data.subarray(at, at + 65536);
      send(1, id, part.length, part);
    }
    // One read is at most 64 KiB: it must fit into what is left.
    if (state.sendable < 65536) socket.pause();
  });
  socket.on('end', () => send(2, id, 0));
  socket.on('error', () => undefined);
  socket.on('close', () => { connections.delete(id); send(2, id, 0); });
});
let unread = Buffer.alloc(0);
channel.on('data', (chunk) => {
  unread = Buffer.concat([unread, chunk]);
  while (unread.length >= 9) {
    const kind = unread.readUInt8(0), id = unread.readUInt32BE(1), length = unread.readUInt32BE(5);
    const size = kind === 1 ? length : 0;
    if (unread.length < 9 + size) return;
    const data = Buffer.from(unread.subarray(9, 9 + size));
    unread = unread.subarray(9 + size);
    const state = connections.get(id);
    if (state === undefined) continue;
    if (kind === 1) state.socket.write(data, () => send(3, id, size));
    if (kind === 2) state.socket.end();
    if (kind === 3) { state.sendable += length; if (state.sendable >= 65536) state.socket.resume(); }
  }
});
channel.on('close', () => process.exit());
channel.on('error', () => process.exit());
server.listen(0, '127.0.0.1', () => process.stdout.write(server.address().port + '\\n'));
`;
