import { hasBlanks, isPlainValue, isSecretName } from './secret-names.js';
import { OptionReader, redactValue } from './secret-options.js';
import { REDACTED, redactShapes } from './secret-shapes.js';
import { valueAt, type ValueSpan } from './value-at.js';

/** Words, and what ends a command or begins and ends a quotation. */
const TOKEN = /\\(?:\r?\n|[^])|[\w.-]+|["'\n;|]|&&/g;

/** What may follow a name before its value: the end of a quotation or an index, and a sign of assignment. */
const ASSIGN = /(?:\\{0,8}["'`]|%2[27]|&quot;)?\]?[ \t]{0,16}[?!]?(?:=>|:=|\+=|={1,3}|:(?!\/\/)|%3[AD])[ \t]{0,16}/iy;
const BLANK = /(?:[ \t]{1,64}|[ \t]{0,64}\\\r?\n[ \t]{0,64}){1,4}/y;
/** A value on the next line, alone there. */
const NEXT_LINE = /\r?\n[ \t]{0,64}(?=[^\s:=]{3,512}[ \t]{0,8}(?:\r?\n|$))/y;
const SCHEME =
  /^(?:bearer|basic|digest|token|apikey|api-key|negotiate|ntlm|aws4-hmac-sha256|hawk|key|hmac|dpop|splunk|genie\w*|sso-key)[ \t]+/i;

/** A piece of text that is replaced. */
interface Secret extends ValueSpan {
  readonly mark?: string;
}

/**
 * A text without its secrets: what has the look of a key or token, and what stands beside a name or an option that says that
 * it is one, as a member, a header, an assignment, a part of a query, or an argument. Linear in the text.
 */
export function redactText(text: string): string {
  if (text.length < 3) return text;
  return redactPiped(redactNamed(redactShapes(text)));
}

function redactNamed(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  const line = new LineState();
  const tokens = new RegExp(TOKEN);
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const [token] = match;
    if (!line.isWord(token)) continue;
    const word = { text, at: match.index, token, isOutside: line.quote === '' };
    const secret = optionSecret(word, line.reader) ?? namedSecret(word);
    if (secret === undefined) continue;
    pieces.push(text.slice(copied, secret.from), secret.mark ?? REDACTED);
    copied = secret.to;
    tokens.lastIndex = Math.max(secret.next, match.index + token.length);
  }
  return copied === 0 ? text : pieces.join('') + text.slice(copied);
}

/** Whether a line is within a quotation, and what its command has said so far. */
class LineState {
  quote = '';
  readonly reader = new OptionReader();

  /** Takes a token in; whether it is a word. */
  isWord(token: string): boolean {
    switch (token) {
      case '"':
      case "'":
        this.quote = this.quote === '' ? token : this.quote === token ? '' : this.quote;
        return false;
      case '\n':
        this.quote = '';
        this.reader.reset();
        return false;
      case ';':
      case '|':
      case '&&':
        if (this.quote === '') this.reader.reset();
        return false;
      default:
        return !token.startsWith('\\');
    }
  }
}

/** A word of a text, and whether it stands outside of all quotes. */
interface Word {
  readonly text: string;
  readonly at: number;
  readonly token: string;
  readonly isOutside: boolean;
}

function namedSecret(word: Word): Secret | undefined {
  const { text, at, token } = word;
  const before = text[at - 1] ?? '\n';
  const name = (before === '%' ? token.slice(2) : token).replace(/^-+|\.+$/g, '');
  if (!isSecretName(name) && !(/^sig(?:nature)?$/i.test(name) && /[?&%;]/.test(before)) && !/^basic$/i.test(name)) return undefined;
  const isFlag = token.startsWith('-') && /[\s"'`=[(]/.test(before);
  if (isFlag && /^-+(?:no|skip|without|disable|enable)-/.test(token)) return undefined;
  const after = at + token.length;
  const sign = matchAt(ASSIGN, text, after);
  if (sign !== undefined && !/^basic$/i.test(name)) return assigned(word, { name, isFlag, sign, from: after + sign.length });
  const blank = matchAt(BLANK, text, after);
  return blank === undefined ? undefined : following(word, { name, isFlag, from: after + blank.length });
}

/** `name=value`, `name: value`, `"name": "value"`, `Name: value of a header`. */
function assigned(
  { text, at, isOutside }: Word,
  { name, isFlag, sign, from }: { readonly name: string; readonly isFlag: boolean; readonly sign: string; readonly from: number },
): Secret | undefined {
  const isColon = sign.includes(':');
  const start = from + (isColon ? (matchAt(NEXT_LINE, text, from)?.length ?? 0) : 0);
  const end =
    isColon && hasBlanks(name) ? 'line' : isFlag || isLineOfItsOwn(text, at, from) ? 'argument' : isInQuery(text, at) ? 'query' : 'word';
  const span = valueAt(text, start, { end, isOutside });
  const value = text.slice(span.from, span.to);
  if (isPlain(name, value)) return undefined;
  const scheme = SCHEME.exec(value)?.[0];
  return { ...span, from: span.from + (scheme?.length ?? 0) };
}

/** An assignment that is a whole line, as in a file of settings: its value may have signs that end others. */
function isLineOfItsOwn(text: string, at: number, from: number): boolean {
  if (!/(?:^|\n)[ \t]*(?:export[ \t]+)?$/.test(text.slice(Math.max(0, at - 40), at))) return false;
  const [line = ''] = text.slice(from, from + 200).split('\n', 1);
  return !/[;&]/.test(line);
}

function isInQuery(text: string, at: number): boolean {
  return /[?&]/.test(text[at - 1] ?? '');
}

/** `--name value`, `PASSWORD 'value'`, `login u password value`, `aws_secret_access_key value`, `Bearer value`. */
function following(
  { text, at, isOutside }: Word,
  { name, isFlag, from }: { readonly name: string; readonly isFlag: boolean; readonly from: number },
): Secret | undefined {
  const span = valueAt(text, from, { end: 'argument', isOutside });
  const value = text.slice(span.from, span.to);
  if (isPlain(name, value) || value.startsWith('-')) return undefined;
  if (isFlag) return span;
  const isQuoted = span.from > from;
  if (/^(?:bearer|basic)$/i.test(name)) return value.length >= 8 && /[\dA-Z=]/.test(value.slice(1)) ? span : undefined;
  if (!/(?:password|passwd|passphrase|secret|key|token)$/i.test(name)) return undefined;
  const isSaid = isQuoted ? /^password$/i.test(name) || isCompound(name) : isLogin(text, at) || looksSecret(name, value);
  return isSaid ? span : undefined;
}

/** `machine a login b password c` of a `.netrc`. */
function isLogin(text: string, at: number): boolean {
  return /\b(?:login|account|machine|user)[ \t\n]+\S{1,128}[ \t\n]+$/.test(text.slice(Math.max(0, at - 200), at));
}

/** Letters and digits; behind a name of one word, which may be prose, no path and no call either. */
function looksSecret(name: string, value: string): boolean {
  if (value.length < 4 || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return isCompound(name) || !/\/|\.\w{1,4}$|[()[\]]/.test(value);
}

function isCompound(name: string): boolean {
  return /[_-]|[a-z][A-Z]/.test(name);
}

/** Whether what is named so is not secret for once. */
function isPlain(name: string, value: string): boolean {
  if (isPlainValue(value)) return true;
  if (value.startsWith('$(') || value.startsWith('`')) return true;
  if (/pwd$/i.test(name)) return /^(?:[/~.]|[A-Za-z]:\\)/.test(value);
  if (/^(?:pass|auth)$/i.test(name)) return /^\d{1,5}$/.test(value);
  return /^secrets?$/i.test(name) && value.startsWith('id=');
}

function optionSecret({ text, at, token, isOutside }: Word, reader: OptionReader): Secret | undefined {
  if (!/[\s"'`(=]/.test(text[at - 1] ?? ' ') && text[at - 1] !== '/') return undefined;
  if (!token.startsWith('-')) {
    reader.word(token);
    return undefined;
  }
  const whole = valueAt(text, at, { end: 'argument', isOutside });
  const word = text.slice(at, whole.to);
  const option = reader.option(word);
  if (option === undefined) return undefined;
  const start = option.at === 'next' ? whole.to + (matchAt(BLANK, text, whole.to)?.length ?? 0) : at + option.at;
  const span = valueAt(text, start, { end: 'argument', isOutside });
  const value = text.slice(span.from, span.to);
  const secret = option.value === 'all' ? value : value.slice(value.search(/[:%,=]/) + 1);
  if (isPlainValue(secret) || value.startsWith('-')) return undefined;
  const mark = redactValue(value, option.value, REDACTED);
  return mark === value ? undefined : { ...span, mark };
}

const ARGUMENT = String.raw`('[^'\n]{1,512}'|"[^"\n$]{1,512}"|[^\s'"|;&$<>-][^\s'"|;&$<>]{0,512})`;
/** A secret that a program reads from its standard input, or takes by its place. */
const PIPED: readonly RegExp[] = [
  new RegExp(
    String.raw`(\b(?:echo|printf)(?:[ \t]{1,8}-\w{1,4}){0,4}[ \t]{1,8}(?:['"]?%s(?:\\n)?['"]?[ \t]{1,8})?)${ARGUMENT}(?=[ \t]{0,8}\|[ \t]{0,8}(?:sudo[ \t]{1,8}(?:-\w{1,8}[ \t]{1,8}){0,4}-\w{0,4}S|[^|\n;]{0,200}?(?:--password-stdin|--with-token|\bpasswd\b|\bchpasswd\b|-passin stdin)))`,
    'g',
  ),
  new RegExp(String.raw`((?:--password-stdin|--with-token|\bsudo[ \t]{1,8}-\w{0,4}S)[^\n|;]{0,100}<<<[ \t]{0,8})${ARGUMENT}`, 'g'),
  new RegExp(String.raw`(\bidentified\s{1,8}(?:with\s{1,8}\S{1,40}\s{1,8})?(?:by|as)\s{1,8})('[^']{1,512}'|"[^"]{1,512}")`, 'gi'),
  new RegExp(
    String.raw`(\b(?:vault[ \t]{1,8}login|htpasswd[ \t]{1,8}-\w{0,4}b\w{0,4}[ \t]{1,8}\S{1,200}[ \t]{1,8}\S{1,200}|rabbitmqctl[ \t]{1,8}(?:add_user|change_password)[ \t]{1,8}\S{1,200})[ \t]{1,8})${ARGUMENT}`,
    'g',
  ),
];

const PIPED_HINT = /stdin|with-token|sudo|passwd|identified|vault|htpasswd|rabbitmqctl/i;

function redactPiped(text: string): string {
  if (!PIPED_HINT.test(text)) return text;
  return PIPED.reduce(
    (left, pattern) =>
      left.replace(pattern, (whole, before: string, value: string) => {
        const quote = /^["']/.exec(value)?.[0] ?? '';
        return isPlainValue(quote === '' ? value : value.slice(1, -1)) ? whole : `${before}${quote}${REDACTED}${quote}`;
      }),
    text,
  );
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
