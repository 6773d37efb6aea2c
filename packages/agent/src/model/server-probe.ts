/** What asking a server for its models brought. */
export type ProbeAnswer =
  /** Nothing there answers HTTP; `reason` is a clause. */
  | { readonly kind: 'none'; readonly reason: string }
  /** It wants a key, and none was sent. */
  | { readonly kind: 'locked'; readonly status: number }
  /** `models`: undefined where the list cannot be read. */
  | { readonly kind: 'there'; readonly models: readonly string[] | undefined };

/** How long a server may take to answer, in milliseconds: one that is loading a model may be slow. */
const PATIENCE_MS = 10_000;
/** Bound on a list of models that is read. */
const MAX_LIST_BYTES = 4_000_000;

/** Where to ask, with what, and how long. */
export interface ProbeOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly patienceMs?: number;
}

/**
 * Finds out whether a server is there: any HTTP answer says so. Leaves no connection in use. Throws only what `signal` was
 * fired with.
 */
export async function probeServer({ url, headers, signal, patienceMs = PATIENCE_MS }: ProbeOptions): Promise<ProbeAnswer> {
  const timeout = AbortSignal.timeout(patienceMs);
  const both = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  let response: Response;
  try {
    response = await fetch(url, { headers, signal: both });
  } catch (error) {
    signal?.throwIfAborted();
    return { kind: 'none', reason: timeout.aborted ? `no answer within ${patienceMs / 1000} s` : reasonOf(error) };
  }
  try {
    if (response.ok) return { kind: 'there', models: readModels(await readBody(response)) };
    await response.body?.cancel();
  } catch {
    signal?.throwIfAborted(); // a list that breaks off is one that cannot be read
  }
  if (response.status === 401 && headers['Authorization'] === undefined) return { kind: 'locked', status: 401 };
  return { kind: 'there', models: undefined };
}

const REASONS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', 'connection reset'],
  ['ENOTFOUND', 'no host of that name'],
  ['EAI_AGAIN', 'the name cannot be looked up'],
  ['EHOSTUNREACH', 'host unreachable'],
  ['ENETUNREACH', 'network unreachable'],
  ['ETIMEDOUT', 'connection timed out'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connection timed out'],
]);

/** `fetch` says everything in the cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as {
    readonly cause?: { readonly code?: unknown; readonly message?: unknown };
    readonly message?: unknown;
  };
  const words = typeof cause?.message === 'string' && cause.message !== '' ? cause.message : message;
  return REASONS.get(cause?.code) ?? String(words).replace(/\s+/g, ' ').replace(/\.$/, '');
}

/** The body as text; undefined if it is longer than anybody's list of models. */
async function readBody(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body = response.body as AsyncIterable<Uint8Array> | null; // Node's streams can be iterated
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_LIST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** `{ data: [{ id }] }`; an Ollama without models has null in place of the list. */
function readModels(text: string | undefined): readonly string[] | undefined {
  let list: unknown;
  try {
    list = JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
  if (typeof list !== 'object' || list === null || !('data' in list)) return undefined;
  if (list.data === null) return [];
  if (!Array.isArray(list.data)) return undefined;
  const ids = list.data.map((model: unknown) => (model as { readonly id?: unknown } | null)?.id);
  return ids.every((id) => typeof id === 'string') ? ids : undefined;
}
