const MAX_PENDING = 1_024;
const MAX_LINE = 65_536;

// Escape sequences (ECMA-48): CSI, then strings (OSC, DCS, SOS, PM, APC) up to their terminator or the end of the line,
// then the short ones. A string that nothing ends would otherwise swallow the rest of the output.

const SEQUENCES = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]/g;

const UNFINISHED = /\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b\n]*\u001b?|[ -/]*)$|\u009b[0-?]*[ -/]*$/;
// Bold and underlined text as typewriters made it, which `man` still does.

const OVERSTRIKE = /[^\u0008\n]\u0008/gu;
/** Control characters that mean nothing in plain text. */
const CONTROLS = /[^\P{Cc}\t\n\r]+/gu;
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
    return complete.replace(SEQUENCES, '').replace(OVERSTRIKE, '').replace(CONTROLS, '');
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

/** Each line as it looked last: what comes after its last carriage return that something was drawn after. */
function redraw(lines: string): string {
  if (!lines.includes('\r')) return lines;
  const text = lines.replaceAll('\r\n', '\n');
  if (!text.includes('\r')) return text;
  const drawn = text.split('\n').map((line) => line.split('\r').findLast((drawing) => drawing !== '') ?? '');
  return drawn.join('\n');
}
