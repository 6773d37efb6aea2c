import { Duplex } from 'node:stream';

/** How much of one connection may be under way without having been taken, in bytes, each way. */
export const WINDOW_BYTES = 262_144;
const MAX_CONNECTIONS = 256;
const HEADER_BYTES = 9;
const MAX_FRAME_BYTES = 65_536;
const OPEN = 0;
const DATA = 1;
const END = 2;
const CREDIT = 3;

/**
 * Many connections over one stream. A frame is its kind (1 byte), the number of the connection (4) and a length (4), then as
 * many bytes for DATA; of CREDIT the length says how many bytes have been taken. The other side opens connections, and is
 * not trusted: what breaks the rules ends the channel.
 */
export function acceptConnections(channel: Duplex, accept: (connection: Duplex) => void): void {
  const connections = new Map<number, ChannelConnection>();
  let unread: Buffer = Buffer.alloc(0);
  const fail = (): void => void channel.destroy();
  const handle = (kind: number, id: number, length: number, data: Buffer): void => {
    if (kind === OPEN) {
      if (connections.has(id) || connections.size >= MAX_CONNECTIONS) return fail();
      const connection = new ChannelConnection(id, (frame, done) => void channel.write(frame, done));
      connections.set(id, connection);
      connection.once('close', () => connections.delete(id));
      return accept(connection);
    }
    const connection = connections.get(id);
    if (kind > CREDIT) fail();
    else if (kind === DATA && connection?.receive(data) === false) fail();
    else if (kind === END) connection?.push(null);
    else if (kind === CREDIT) connection?.credit(length);
  };
  channel.on('error', () => undefined);
  channel.on('close', () => {
    for (const connection of connections.values()) connection.destroy();
  });
  channel.on('data', (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    while (unread.length >= HEADER_BYTES && !channel.destroyed) {
      const [kind, id, length] = [unread.readUInt8(0), unread.readUInt32BE(1), unread.readUInt32BE(5)];
      const size = kind === DATA ? length : 0;
      if (size > MAX_FRAME_BYTES) return fail();
      if (unread.length < HEADER_BYTES + size) return;
      handle(kind, id, length, unread.subarray(HEADER_BYTES, HEADER_BYTES + size));
      unread = unread.subarray(HEADER_BYTES + size);
    }
  });
}

type Send = (frame: Buffer, done?: () => void) => void;

class ChannelConnection extends Duplex {
  private sendable = WINDOW_BYTES;
  private receivable = WINDOW_BYTES;
  private onCredit: (() => void) | undefined;

  constructor(
    private readonly id: number,
    private readonly send: Send,
  ) {
    super({ allowHalfOpen: true });
  }

  /** False when more came than was allowed. */
  receive(data: Buffer): boolean {
    this.receivable -= data.length;
    if (this.receivable < 0) return false;
    if (this.push(data)) this.giveCredit();
    return true;
  }

  credit(bytes: number): void {
    this.sendable = Math.min(WINDOW_BYTES, this.sendable + bytes);
    const { onCredit } = this;
    this.onCredit = undefined;
    onCredit?.();
  }

  override _read(): void {
    this.giveCredit();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (chunk.length === 0) return done(); // HTTP ends a message with one
    const part = chunk.subarray(0, Math.min(this.sendable, MAX_FRAME_BYTES));
    if (part.length === 0) {
      this.onCredit = () => this._write(chunk, _encoding, done);
      return;
    }
    this.sendable -= part.length;
    const rest = chunk.subarray(part.length);
    this.send(Buffer.concat([frame(DATA, this.id, part.length), part]), () =>
      rest.length === 0 ? done() : this._write(rest, _encoding, done),
    );
  }

  override _final(done: () => void): void {
    this.send(frame(END, this.id, 0), done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.onCredit = undefined;
    this.send(frame(END, this.id, 0));
    done(error);
  }

  private giveCredit(): void {
    const taken = WINDOW_BYTES - this.receivable - this.readableLength;
    if (taken <= 0) return;
    this.receivable += taken;
    this.send(frame(CREDIT, this.id, taken));
  }
}

function frame(kind: number, id: number, length: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(kind, 0);
  header.writeUInt32BE(id, 1);
  header.writeUInt32BE(length, 5);
  return header;
}
