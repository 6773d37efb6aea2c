/** Where a server is. What it is shown as has neither credentials nor query. */
export interface ServerAddress {
  /** Base URL as requests begin, and as people are shown it: no credentials, no query, no slash at the end. */
  readonly baseUrl: string;
  /** What goes with every request after the `?`. */
  readonly query: Readonly<Record<string, string>>;
  /** Header made of the credentials in the address. */
  readonly authorization: string | undefined;
}

/** Reads a base URL. A text says what is wrong with it, as a clause that follows the address. */
export function readAddress(text: string): ServerAddress | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'is no address: write http://host:port/v1, or https';
  if (url.hash !== '') return 'has a # in it: write it as %23';
  const path = url.pathname.replace(/\/+$/, '');
  if (path.endsWith('/chat/completions')) return 'goes too far: leave out /chat/completions, which is added to it';
  const authorization = readCredentials(url);
  if (authorization === null) return 'has credentials that are not percent-encoded';
  return { baseUrl: `${url.origin}${path}`, query: Object.fromEntries(url.searchParams), authorization };
}

/** Port of an Ollama server whose address has none. */
const OLLAMA_PORT = 11_434;

/**
 * Reads an address as Ollama itself does: `host`, `host:port`, `:port` or a URL, where a server that listens everywhere is
 * asked on this machine. `/v1` is added where it is missing. A text says what is wrong.
 */
export function readOllamaAddress(text: string): ServerAddress | string {
  const address = readAddress(ollamaUrl(text.trim()));
  if (typeof address === 'string') return address.replace('http://host:port/v1, or https', 'host:port or a URL');
  const baseUrl = address.baseUrl.replace(/\/\/0\.0\.0\.0(?=[:/]|$)/, '//127.0.0.1').replace(/\/\/\[::\](?=[:/]|$)/, '//[::1]');
  return { ...address, baseUrl: baseUrl.endsWith('/v1') ? baseUrl : `${baseUrl}/v1` };
}

function ollamaUrl(text: string): string {
  if (text.includes('://')) return text;
  const [, authority = '', rest = ''] = /^([^/?#]*)(.*)$/s.exec(text) ?? [];
  const host = authority === '' || authority.startsWith(':') ? `127.0.0.1${authority}` : authority;
  return `http://${/:\d+$/.test(host) ? host : `${host}:${OLLAMA_PORT}`}${rest}`;
}

/** The text without what may be a secret: a user's name and password, also where it is no URL, and values of a query. */
export function hideCredentials(text: string): string {
  return hideUser(text).replace(/\?[^#]+/s, '?…');
}

function hideUser(text: string): string {
  const slashes = text.indexOf('//');
  const start = slashes < 0 ? 0 : slashes + 2;
  // Of a text that is no URL nobody can say where a password ends.
  const isUrl = slashes > 0 && URL.canParse(text);
  const end = (isUrl ? (/^[^/\\?#]*/.exec(text.slice(start))?.[0] ?? '') : text.slice(start)).lastIndexOf('@');
  if (end < 0 || (slashes < 0 && !text.slice(0, end).includes(':'))) return text;
  return `${text.slice(0, start)}…${text.slice(start + end)}`;
}

/** The header; null for credentials that cannot be read, undefined where there are none. */
function readCredentials({ username, password }: URL): string | null | undefined {
  if (username === '' && password === '') return undefined;
  try {
    const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(plain).toString('base64')}`;
  } catch {
    return null;
  }
}
