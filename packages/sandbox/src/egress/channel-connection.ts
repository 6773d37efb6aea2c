import { Duplex } from 'node:stream';
import { frameHeader, FrameKind, MAX_FRAME_BYTES } from './frame-reader.js';

/** How much of one connection may be under way without having been taken, in bytes, each way. */
export const WINDOW_BYTES = 262_144;
/** So much is taken before the other side is told: a frame for each byte would be answered with another. */
const CREDIT_BYTES = 65_536;
const FIRST_BYTES = 4_096;

/** Sends a frame; `done` when it is on its way. */
export type SendFrame = (frame: Buffer, done?: (error?: Error | null) => void) => void;

/** One connection over a channel. What has come and was not taken lies in one piece, so that it costs what it is long. */
export class ChannelConnection extends Duplex {
  private sendable = WINDOW_BYTES;
  private receivable = WINDOW_BYTES;
  private given = 0;
  private taken = 0;
  private waiting = Buffer.alloc(0);
  private waitingBytes = 0;
  private isWanted = false;
  private hasEnded = false;
  private onCredit: (() => void) | undefined;

  constructor(
    private readonly id: number,
    private readonly send: SendFrame,
  ) {
    // Of 1 byte, so that nothing is asked for before what was given has been taken.
    super({ allowHalfOpen: true, readableHighWaterMark: 1 });
  }

  /** False when more came than was allowed, or after the end. */
  receive(data: Buffer): boolean {
    if (this.hasEnded) return false;
    this.receivable -= data.length;
    if (this.receivable < 0) return false;
    if (this.destroyed) return true;
    this.add(data);
    if (this.isWanted) this.give();
    return true;
  }

  /** The other side will send no more. It may say so twice: once it has nothing to send, and once it is gone. */
  receiveEnd(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    if (this.waitingBytes === 0 && !this.destroyed) this.push(null);
  }

  credit(bytes: number): void {
    this.sendable = Math.min(WINDOW_BYTES, this.sendable + bytes);
    const { onCredit } = this;
    this.onCredit = undefined;
    onCredit?.();
  }

  /** What was given has been taken. */
  override _read(): void {
    this.taken += this.given;
    this.given = 0;
    if (this.taken >= CREDIT_BYTES) this.giveCredit();
    this.isWanted = true;
    if (this.waitingBytes > 0) this.give();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (chunk.length === 0) return done(); // HTTP ends a message with one
    const part = chunk.subarray(0, Math.min(this.sendable, MAX_FRAME_BYTES));
    if (part.length === 0) {
      this.onCredit = () => this._write(chunk, _encoding, done);
      return;
    }
    this.sendable -= part.length;
    const rest = chunk.subarray(part.length);
    this.send(Buffer.concat([frameHeader(FrameKind.data, this.id, part.length), part]), (error) => {
      if (error || rest.length === 0) done(error);
      else this._write(rest, _encoding, done);
    });
  }

  override _final(done: (error?: Error | null) => void): void {
    this.send(frameHeader(FrameKind.end, this.id, 0), done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.onCredit = undefined;
    this.waiting = Buffer.alloc(0);
    this.waitingBytes = 0;
    if (!this.writableFinished) this.send(frameHeader(FrameKind.end, this.id, 0));
    done(error);
  }

  /** The place grows twofold, up to the window. */
  private add(data: Buffer): void {
    const needed = this.waitingBytes + data.length;
    if (needed > this.waiting.length) {
      const grown = Buffer.allocUnsafeSlow(Math.min(WINDOW_BYTES, Math.max(FIRST_BYTES, needed, this.waiting.length * 2)));
      this.waiting.copy(grown, 0, 0, this.waitingBytes);
      this.waiting = grown;
    }
    data.copy(this.waiting, this.waitingBytes);
    this.waitingBytes = needed;
  }

  private give(): void {
    const given = this.waiting.subarray(0, this.waitingBytes);
    this.waiting = Buffer.alloc(0);
    this.waitingBytes = 0;
    this.isWanted = false;
    this.given = given.length;
    this.push(given);
    if (this.hasEnded) this.push(null);
  }

  private giveCredit(): void {
    this.receivable += this.taken;
    this.send(frameHeader(FrameKind.credit, this.id, this.taken));
    this.taken = 0;
  }
}
