import { UNKNOWN_TEXT } from '../../contracts/shell-line.js';

/** A place in an expression. What leads on from it takes one character that `test` accepts, or none. */
interface Place {
  readonly test?: RegExp;
  readonly anchor?: '^' | '$';
  next: readonly Place[];
}

/** Longest word that is looked at, in UTF-16 units; a longer one may be anything. */
const MAX_WORD = 1_000;
/** Copies of what a counted repetition repeats; more of them count as any number. */
const MAX_COPIES = 8;

const compiled = new WeakMap<RegExp, { readonly first: Place; readonly accept: Place }>();

/**
 * Whether an expression finds something in a word of which parts are unknown: whether there is anything that the unknown parts
 * could be so that it does. Conditions on the surroundings (`\b`, lookaround) and back references count as fulfilled, so it may
 * say yes too often, and never no too often.
 */
export function couldMatch(word: string, expression: RegExp): boolean {
  if (!word.includes(UNKNOWN_TEXT)) return expression.test(word);
  if (word.length > MAX_WORD || expression.flags.replace(/[is]/g, '') !== '') return true;
  let program = compiled.get(expression);
  if (program === undefined) {
    program = new ExpressionReader(expression).read();
    compiled.set(expression, program);
  }
  return isFound(word, program);
}

function isFound(word: string, { first, accept }: { readonly first: Place; readonly accept: Place }): boolean {
  let places = reach([first], { isStart: true, isEnd: false, isFree: false });
  for (let at = 0; at < word.length && !places.has(accept); at++) {
    const char = word.charAt(at);
    if (char === UNKNOWN_TEXT) places = reach(places, { isStart: false, isEnd: false, isFree: true });
    else {
      const stepped = [...places].flatMap(({ test, next }) => (test?.test(char) === true ? next : []));
      places = reach(stepped, { isStart: false, isEnd: false, isFree: false });
    }
  }
  return reach(places, { isStart: false, isEnd: true, isFree: false }).has(accept);
}

/** The places that can be reached without a character; `isFree`: with any characters. */
function reach(
  from: Iterable<Place>,
  { isStart, isEnd, isFree }: { readonly isStart: boolean; readonly isEnd: boolean; readonly isFree: boolean },
): Set<Place> {
  const reached = new Set(from);
  for (const { test, anchor, next } of reached) {
    if (test !== undefined && !isFree) continue;
    if ((anchor === '^' && !isStart) || (anchor === '$' && !isEnd)) continue;
    for (const place of next) reached.add(place);
  }
  return reached;
}

/** Makes the part of an expression that leads to a place. */
type Part = (next: Place) => Place;

const NOTHING: Part = (next) => next;
const ANY = /[^]/;

/** Reads the source of an expression. What it does not know counts as any text. */
class ExpressionReader {
  private at = 0;
  private readonly source: string;
  private readonly flags: string;

  constructor({ source, flags }: RegExp) {
    this.source = source;
    this.flags = flags;
  }

  read(): { readonly first: Place; readonly accept: Place } {
    const accept: Place = { next: [] };
    const loop: Place = { test: ANY, next: [] };
    const first: Place = { next: [this.readChoice()(accept), loop] };
    loop.next = first.next;
    return { first, accept };
  }

  private readChoice(): Part {
    const parts = [this.readSequence()];
    while (this.take('|')) parts.push(this.readSequence());
    const [only = NOTHING] = parts;
    return parts.length === 1 ? only : (next) => ({ next: parts.map((part) => part(next)) });
  }

  private readSequence(): Part {
    const parts: Part[] = [];
    while (this.at < this.source.length && !/[|)]/.test(this.source.charAt(this.at))) parts.push(this.readRepeated());
    return (next) => parts.reduceRight((place, part) => part(place), next);
  }

  private readRepeated(): Part {
    const part = this.readAtom();
    const [text, count] = /^(?:[*+?]|\{(\d+(?:,\d*)?)\})\??/.exec(this.source.slice(this.at)) ?? [''];
    this.at += text.length;
    if (text === '') return part;
    const [least = '0', most] = count?.split(',') ?? (text.startsWith('?') ? ['0', '1'] : text.startsWith('+') ? ['1', ''] : ['0', '']);
    return repeated(part, Number(least), most === '' ? Infinity : Number(most ?? least));
  }

  private readAtom(): Part {
    const rest = this.source.slice(this.at);
    const [start = ''] =
      /^(?:\((?:\?(?:<?[=!]|:|<[^>]*>))?|\[(?:\\.|[^\]\\])*\]|\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|c[A-Za-z]|[^])|[^])/.exec(rest) ?? [];
    this.at += start.length;
    if (start === '^' || start === '$') return (next) => ({ anchor: start, next: [next] });
    if (start.startsWith('(')) {
      const inner = this.readChoice();
      this.take(')');
      return /[=!]$/.test(start) ? NOTHING : inner;
    }
    if (/^\\[bB]$/.test(start)) return NOTHING;
    if (/^\\[1-9k]/.test(start)) return repeated(single(ANY), 0, Infinity);
    return single(new RegExp(`^(?:${start})$`, this.flags));
  }

  private take(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }
}

function single(test: RegExp): Part {
  return (next) => ({ test, next: [next] });
}

function repeated(part: Part, least: number, most: number): Part {
  return (next) => {
    let place = next;
    if (most > MAX_COPIES) {
      const loop: Place = { next: [next] };
      loop.next = [next, part(loop)];
      place = loop;
    } else {
      for (let copies = least; copies < most; copies++) place = { next: [next, part(place)] };
    }
    for (let copies = 0; copies < Math.min(least, MAX_COPIES); copies++) place = part(place);
    return place;
  };
}
