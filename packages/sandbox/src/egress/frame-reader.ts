/** Bytes before the data of a frame: its kind (1 byte), the number of the connection (4), a length (4). */
export const HEADER_BYTES = 9;
/** The most data that one frame carries. */
export const MAX_FRAME_BYTES = 65_536;

/** What a frame is for. Of CREDIT the length says how many bytes have been taken. */
export const FrameKind = { open: 0, data: 1, end: 2, credit: 3 } as const;

/** One frame; `data` is empty but for DATA, and good only until the next one is read. */
export interface Frame {
  readonly kind: number;
  readonly id: number;
  readonly length: number;
  readonly data: Buffer;
}

const NOTHING = Buffer.alloc(0);

/**
 * Cuts a stream of bytes into frames, however it comes in pieces. It keeps no more than the frame that is not whole yet, in
 * a place of its own: a piece costs its length once.
 */
export class FrameReader {
  private readonly started = Buffer.allocUnsafeSlow(HEADER_BYTES + MAX_FRAME_BYTES);
  private used = 0;

  /** Gives `take` every frame that a piece completes, until it says false. False also for a frame that is too long. */
  read(piece: Buffer, take: (frame: Frame) => boolean): boolean {
    let at = 0;
    while (at < piece.length) {
      at += this.keep(piece, at, HEADER_BYTES);
      if (this.used < HEADER_BYTES) return true;
      const [kind, id, length] = [this.started.readUInt8(0), this.started.readUInt32BE(1), this.started.readUInt32BE(5)];
      const size = kind === FrameKind.data ? length : 0;
      if (size > MAX_FRAME_BYTES) return false;
      at += this.keep(piece, at, HEADER_BYTES + size);
      if (this.used < HEADER_BYTES + size) return true;
      this.used = 0;
      const data = size === 0 ? NOTHING : this.started.subarray(HEADER_BYTES, HEADER_BYTES + size);
      if (!take({ kind, id, length, data })) return false;
    }
    return true;
  }

  /** Adds from the piece until so many bytes are there. Returns how many it took. */
  private keep(piece: Buffer, at: number, wanted: number): number {
    const end = Math.min(piece.length, at + Math.max(0, wanted - this.used));
    this.used += piece.copy(this.started, this.used, at, end);
    return end - at;
  }
}

/** A frame without its data. */
export function frameHeader(kind: number, id: number, length: number): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt8(kind, 0);
  header.writeUInt32BE(id, 1);
  header.writeUInt32BE(length, 5);
  return header;
}
