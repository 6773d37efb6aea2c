import type { CallFacts } from '../../contracts/permissions.js';
import { compileGlob, escapeGlob, isGlob } from '../../registry/glob.js';
import type { Reading, StringMatcher } from './matcher.js';

/** A URL in pieces. `rest` begins with the path and holds query and fragment; user and password are left out. */
interface UrlParts {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
  readonly rest: string;
  readonly hasUser: boolean;
}

type UrlTest = (parts: UrlParts) => boolean;

/**
 * Judges a URL by what WHATWG parsing makes of it as well as by its text. The host of a pattern matches label by label
 * and never user or password: `*.a.example` covers `x.a.example` and `x.y.a.example`, but neither `a.example` nor
 * `evil-a.example`; a pattern without scheme and path is a host. A restricting rule is tested on the text, the
 * normalised form, and that form without user and percent escapes; any match counts. An allowing rule must match text and
 * normalised form, and never covers a URL with a user; one that does not parse is `unknown` to a restricting rule and
 * never allowed. Throws `PATTERN_INVALID`.
 */
export function compileUrlMatcher(pattern: string, reading: Reading): StringMatcher {
  const text = compileGlob(pattern);
  const parts = compileParts(pattern, reading);
  if (reading === 'permit') {
    return (value, key, facts) => {
      const url = readUrl(value, key, facts);
      if (url === undefined || url.hasUser) return 'no';
      const asWritten = pattern.includes('/') ? text(value) || text(`${value}/`) : true;
      return asWritten && parts(url) ? 'yes' : 'no';
    };
  }
  return (value, key, facts) => {
    if (text(value)) return 'yes';
    const url = readUrl(value, key, facts);
    if (url === undefined) return 'unknown';
    return sameAs(url).some((one) => parts(one) || spellings(one).some(text)) ? 'yes' : 'no';
  };
}

/** The URL, and others that reach the same: with the port that its scheme stands for, and with the older form of its address. */
function sameAs(url: UrlParts): readonly UrlParts[] {
  const mapped = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(url.host);
  const bytes = mapped?.slice(1).flatMap((part) => [parseInt(part, 16) >> 8, parseInt(part, 16) & 255]);
  const hosts = bytes === undefined ? [url.host] : [url.host, bytes.join('.')];
  const port = url.port === '' ? DEFAULT_PORTS[url.scheme] : undefined;
  const ports = port === undefined ? [url.port] : [url.port, port];
  return hosts.flatMap((host) => ports.map((each) => ({ ...url, host, port: each })));
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443', ws: '80', wss: '443', ftp: '21' };

/** The normalised forms that a restricting pattern is compared with as text. */
function spellings(url: UrlParts): readonly string[] {
  const authority = `${url.scheme}://${url.host}${url.port === '' ? '' : `:${url.port}`}`;
  return [`${authority}${url.rest}`, `${authority}${decoded(url.rest)}`];
}

function compileParts(pattern: string, reading: Reading): UrlTest {
  const match = /^([^:/?#]+):\/\/([^/?#]*)(.*)$/s.exec(pattern);
  if (match === null) {
    if (pattern === '*') return () => true;
    return pattern.includes('/') ? () => false : compileHost(pattern, reading);
  }
  const [, scheme = '', authority = '', rest = ''] = match;
  if (authority.includes('@')) return () => false;
  // "http://a.example*" is written to mean the host and all below it; the star is not part of the host.
  const isOpen = rest === '' && /[^.:*]\*$/.test(authority);
  const matchesScheme = compileGlob(scheme.toLowerCase());
  const matchesHost = compileHost(isOpen ? authority.slice(0, -1) : authority, reading);
  const coversAll = isOpen || (rest === '' && (reading === 'restrict' || authority === '*'));
  const matchesRest = compileGlob(coversAll ? '*' : rest.startsWith('/') ? rest : `/${rest}`);
  const coversRest = (rest: string): boolean => matchesRest(rest) || (reading === 'restrict' && matchesRest(decoded(rest)));
  return (url) => matchesScheme(url.scheme) && matchesHost(url) && coversRest(url.rest);
}

/** Host and, if the pattern names one, port. Without a port an allowing pattern covers the scheme's own port only. */
function compileHost(authority: string, reading: Reading): UrlTest {
  const [, host = '', port] = /^(.*?)(?::([\d*]+))?$/s.exec(authority) ?? [];
  const matchesPort = compileGlob(port ?? (reading === 'permit' ? '' : '*'));
  const labels = hostLabels(host);
  const isWild = labels[0] === '*';
  const tests = (isWild ? labels.slice(1) : labels).map(compileGlob);
  return (url) => {
    const given = url.host.split('.');
    const extra = given.length - tests.length;
    if (isWild ? extra < 1 : extra !== 0) return false;
    return matchesPort(url.port) && tests.every((test, index) => test(given[index + extra] ?? ''));
  };
}

/** Patterns of a host's labels: a literal as WHATWG parsing spells it (`2130706433` is `127.0.0.1`), else in lower case. */
function hostLabels(host: string): readonly string[] {
  const isAddress = /^\[[\da-f:.]+\]$/i.test(host);
  if ((!isGlob(host) || isAddress) && URL.canParse(`http://${host}/`)) {
    return trimDot(new URL(`http://${host}/`).hostname)
      .split('.')
      .map(escapeGlob);
  }
  return trimDot(host.toLowerCase()).split('.');
}

/** The fact of this very value, else what parsing says: that is a pure function of the text. */
function readUrl(value: string, key: string, facts: CallFacts): UrlParts | undefined {
  const fact = Object.hasOwn(facts.urls, key) ? facts.urls[key] : undefined;
  const href = fact?.raw === value ? fact.href : URL.canParse(value) ? new URL(value).href : undefined;
  const match = /^([^:/?#]+):\/\/(?:([^/?#]*)@)?([^/?#]*?)(?::(\d+))?((?:[/?#].*)?)$/s.exec(href ?? '');
  if (match === null) return undefined;
  const [, scheme = '', user, host = '', port = '', rest = ''] = match;
  return { scheme, host: trimDot(host), port, rest: rest === '' ? '/' : rest, hasUser: user !== undefined };
}

function trimDot(host: string): string {
  return host.replace(/\.+$/, '');
}

/** Percent escapes read, each run by itself: one that is broken does not shield the others. */
function decoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
