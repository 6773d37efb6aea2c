import type { Duplex } from 'node:stream';
import { ChannelConnection } from './channel-connection.js';
import { frameHeader, FrameKind, FrameReader, type Frame } from './frame-reader.js';

/** Each may have a window of bytes waiting, and as much in hand: the other side can make this process keep 64 MiB. */
export const MAX_CONNECTIONS = 128;

/** Who takes the connections of a channel. */
export interface ConnectionTaker {
  accept(connection: Duplex): void;
  /** There was one more than {@link MAX_CONNECTIONS} at once. It was closed; the others go on. */
  onTooMany(): void;
}

/**
 * Many connections over one stream of frames. The other side opens connections, and is not trusted: what breaks the rules
 * ends the channel and everything on it, and one that does not read is not read from. Never throws; a connection that fails
 * is destroyed.
 */
export function acceptConnections(channel: Duplex, taker: ConnectionTaker): void {
  const connections = new Map<number, ChannelConnection>();
  const reader = new FrameReader();
  const send = (frame: Buffer, done?: (error?: Error | null) => void): void => {
    if (channel.destroyed || channel.writableEnded) return void done?.(new Error('The channel has ended.'));
    if (channel.write(frame, done) || channel.isPaused()) return;
    channel.pause();
    channel.once('drain', () => channel.resume());
  };
  const open = (id: number): boolean => {
    if (connections.has(id)) return false;
    if (connections.size >= MAX_CONNECTIONS) {
      send(frameHeader(FrameKind.end, id, 0));
      taker.onTooMany();
      return true;
    }
    const connection = new ChannelConnection(id, send);
    connections.set(id, connection);
    connection.on('error', () => undefined); // it ends with it
    connection.once('close', () => connections.delete(id));
    taker.accept(connection);
    return true;
  };
  const take = ({ kind, id, length, data }: Frame): boolean => {
    if (kind === FrameKind.open) return open(id);
    // What comes for a connection that has been closed here was on its way.
    const connection = connections.get(id);
    if (kind === FrameKind.data) return connection?.receive(data) ?? true;
    if (kind === FrameKind.end) connection?.receiveEnd();
    else if (kind === FrameKind.credit) connection?.credit(length);
    return kind === FrameKind.end || kind === FrameKind.credit;
  };
  const end = (): void => void channel.destroy();
  channel.on('data', (piece: Buffer) => {
    if (!channel.destroyed && !reader.read(piece, take)) end();
  });
  channel.on('end', end);
  channel.on('error', end);
  channel.on('close', () => {
    for (const connection of connections.values()) connection.destroy();
  });
}
