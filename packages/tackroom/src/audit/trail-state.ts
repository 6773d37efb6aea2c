import { hashOf, splitLine } from './audit-chain.js';

/** What places a line in a trail. */
interface LinePlace {
  /** Lines of earlier versions hold none, and are linked within what one process wrote only. */
  readonly v: number | undefined;
  readonly writer: string;
  readonly seq: number;
  readonly after: string | undefined;
}

/** What the lines of a trail so far say of the next one. */
export class TrailState {
  /** Hash of the last line that has one. */
  private last = '';
  private isLinked = false;
  private readonly seen = new Set<string>();
  /** Of lines of earlier versions: the number and hash of the last one of each writer, and all hashes. */
  private readonly chains = new Map<string, { readonly seq: number; readonly hash: string }>();
  private readonly hashes = new Set<string>(['']);

  /** How many processes wrote the lines. */
  get writers(): number {
    return this.seen.size;
  }

  /** Takes the next line in; what is wrong with it, or undefined. */
  take(line: string): string | undefined {
    const split = splitLine(line);
    const place = split && placeOf(split.text);
    if (split === undefined || place === undefined)
      return 'is not a whole record: it was added or altered, or its writer ended in the middle';
    this.seen.add(place.writer);
    const problem = place.v === undefined ? this.takeUnlinked(split, place) : this.takeLinked(split, place);
    this.last = split.hash;
    return problem;
  }

  private takeLinked({ text, hash }: { readonly text: string; readonly hash: string }, { after = '' }: LinePlace): string | undefined {
    const { last } = this;
    this.isLinked = true;
    if (after !== last) {
      return after === ''
        ? 'says that it is the first line, and it is not: records were added before it, or it was'
        : 'does not follow the line before it: records were taken out, added, altered or moved here';
    }
    return hashOf(after, text) === hash ? undefined : ALTERED;
  }

  private takeUnlinked(
    { text, hash }: { readonly text: string; readonly hash: string },
    { writer, seq, after = '' }: LinePlace,
  ): string | undefined {
    const chain = this.chains.get(writer);
    this.chains.set(writer, { seq, hash });
    this.hashes.add(hash);
    if (this.isLinked) return 'is not linked to the line before it: it was added, or an earlier version of Tackroom still writes this file';
    if (chain === undefined ? seq !== 0 : seq !== chain.seq + 1)
      return `records are missing before it: number ${seq} follows ${chain?.seq ?? 'nothing'}`;
    if (chain === undefined && !this.hashes.has(after)) return 'records are missing before it: what it was written after is gone';
    return hashOf(chain?.hash ?? after, text) === hash ? undefined : ALTERED;
  }
}

const ALTERED = 'was altered, or the record before it was';

function placeOf(text: string): LinePlace | undefined {
  try {
    const { v, writer, chain, seq, after } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (v === 2 && typeof writer === 'string' && typeof after === 'string') return { v, writer, seq: 0, after };
    const isOld =
      v === undefined && typeof chain === 'string' && typeof seq === 'number' && (after === undefined || typeof after === 'string');
    return isOld ? { v: undefined, writer: chain, seq, after } : undefined;
  } catch {
    return undefined;
  }
}
