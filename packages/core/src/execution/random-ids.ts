import { randomBytes } from 'node:crypto';
import type { Ids } from '../contracts/clock.js';

const PREFIX = { run: 'run', session: 'ses', call: 'call', approval: 'apr', question: 'qst', artifact: 'art', grant: 'grt' } as const;

/**
 * Ids of 96 random bits: unique across processes, not to be guessed from one another, and cheap
 * (random bytes are drawn for 256 ids at once).
 */
export class RandomIds implements Ids {
  private pool = Buffer.alloc(0);
  private offset = 0;

  next(kind: keyof typeof PREFIX): string {
    if (this.offset + BYTES_PER_ID > this.pool.length) {
      this.pool = randomBytes(BYTES_PER_ID * 256);
      this.offset = 0;
    }
    const text = this.pool.toString('base64url', this.offset, this.offset + BYTES_PER_ID);
    this.offset += BYTES_PER_ID;
    return `${PREFIX[kind]}_${text}`;
  }
}

/** 96 bits: a collision among 2^32 ids has a chance of 2^-33. */
const BYTES_PER_ID = 12;
