const MAX_PENDING = 1_024;
const MAX_LINE = 65_536;

// Escape sequences (ECMA-48): CSI, then strings (OSC, DCS, SOS, PM, APC) up to their terminator or the end of the line,
// then the short ones. A string that nothing ends would otherwise swallow the rest of the output.

const SEQUENCES = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]/g;

const UNFINISHED = /\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b\n]*\u001b?|[ -/]*)$|\u009b[0-?]*[ -/]*$/;
/** Anything that needs work at all. */
const SPECIAL = /[^\P{Cc}\t\n]/u;

/**
 * Turns what a program writes for a terminal into plain text: escape sequences and control characters are dropped, a
 * line that was drawn over with carriage returns keeps its last drawing. Text may come in any pieces; what is returned
 * is final. A line without end is passed on once it is 65 536 characters long.
 */
export class TerminalText {
  /** An escape sequence that is not complete. */
  private sequence = '';
  /** The last line as far as it is known, sequences removed. */
  private line = '';

  push(text: string): string {
    const whole = this.sequence + text;
    this.sequence = '';
    const plain = SPECIAL.test(whole) ? this.strip(whole) : whole;
    // Only what is new is searched: a progress display may come in thousands of pieces before its line ends.
    const end = plain.lastIndexOf('\n') + 1;
    const done = end === 0 ? '' : redraw(this.line + plain.slice(0, end));
    this.line = end === 0 ? this.line + plain : plain.slice(end);
    return done + (this.line.length < MAX_LINE ? '' : this.shorten());
  }

  /** What is left when the program has ended. */
  end(): string {
    const rest = redraw(this.line);
    this.line = '';
    this.sequence = '';
    return rest;
  }

  private strip(text: string): string {
    const unfinished = UNFINISHED.exec(text);
    const isKept = unfinished !== null && text.length - unfinished.index <= MAX_PENDING;
    if (isKept) this.sequence = unfinished[0];
    const complete = isKept ? text.slice(0, unfinished.index) : text;
    return withoutControls(complete.replace(SEQUENCES, ''));
  }

  /** Forgets earlier drawings of the line; what is still too long is passed on. */
  private shorten(): string {
    const drawing = redraw(this.line);
    // A return in last place may be half of a line end.
    const last = this.line.endsWith('\r') ? '\r' : '';
    this.line = drawing.length < MAX_LINE ? drawing + last : last;
    return drawing.length < MAX_LINE ? '' : drawing;
  }
}

const BACKSPACE = 0x08;

/**
 * The text without control characters, and without what was typed over with a backspace: bold and underlined text as
 * typewriters made it, which `man` still does. A loop, because replacing them one by one takes 300 ns a character in
 * binary data.
 */
function withoutControls(text: string): string {
  // Zeros come in floods: in one step. One of them is left in front of a backspace, which takes it back.
  const short = text.includes(ZEROS) ? text.replace(LONG_RUN, '') : text;
  return SPECIAL.test(short) ? withoutEach(short) : short;
}

const ZEROS = '\0'.repeat(16);
const LONG_RUN = /\0{16,}(?!\u0008)/g;

/** As long as the longest text so far; its content is of no use after each call. */
let units = new Uint16Array(0);

function withoutEach(text: string): string {
  if (units.length < text.length) units = new Uint16Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (!isControl(unit)) units[count++] = unit;
    else if (unit === BACKSPACE && at > 0) count -= typedOver(text, at);
  }
  return Buffer.from(units.buffer, 0, count * 2).toString('utf16le');
}

function isControl(unit: number): boolean {
  if (unit >= 0x20) return unit >= 0x7f && unit <= 0x9f;
  return unit !== 0x09 && unit !== 0x0a && unit !== 0x0d;
}

/** How many units a backspace takes back that were kept. */
function typedOver(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  if (before === 0x0a || isControl(before)) return 0;
  const isPair = before >= 0xdc00 && before < 0xe000 && (text.charCodeAt(at - 2) & 0xfc00) === 0xd800;
  return isPair ? 2 : 1;
}

/** Each line as it looked last: what comes after its last carriage return that something was drawn after. */
function redraw(lines: string): string {
  if (!lines.includes('\r')) return lines;
  const text = lines.replaceAll('\r\n', '\n');
  const pieces: string[] = [];
  let from = 0;
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', from)) {
    const start = text.lastIndexOf('\n', at) + 1;
    const feed = text.indexOf('\n', at);
    const end = feed === -1 ? text.length : feed;
    const drawn =
      text
        .slice(start, end)
        .split('\r')
        .findLast((drawing) => drawing !== '') ?? '';
    pieces.push(text.slice(from, start), drawn);
    from = end;
  }
  return pieces.join('') + text.slice(from);
}
