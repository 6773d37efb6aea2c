/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A stored state that somebody has rewritten. */
export interface Alteration {
  /** What was done, and where. */
  readonly what: string;
  readonly text: string;
}

const FORGED: readonly Json[] = [null, true, 0, 7, '', 'forged', [], {}];

type Path = readonly (string | number)[];

/**
 * Every way in which one place of a stored state can be altered: each value removed, replaced by each kind of value, and exchanged
 * with its neighbour; then what an attacker would write: decisions, grants, texts, prototypes, keys twice, half a file.
 */
export function* alterations(state: string): Generator<Alteration> {
  const whole = JSON.parse(state) as Json;
  for (const path of pathsOf(whole)) {
    const where = path.join('.');
    yield { what: `${where} removed`, text: JSON.stringify(changed(whole, path, () => undefined)) };
    for (const value of FORGED)
      yield { what: `${where} = ${JSON.stringify(value)}`, text: JSON.stringify(changed(whole, path, () => value)) };
    yield {
      what: `${where} twice`,
      text: JSON.stringify(changed(whole, path, (value) => (isList(value) ? [...value, ...value] : value))),
    };
    yield {
      what: `${where} reversed`,
      text: JSON.stringify(changed(whole, path, (value) => (isList(value) ? [...value].reverse() : value))),
    };
    yield { what: `${where} with a prototype`, text: withPrototype(whole, path) };
  }
  for (const scope of ['once', 'session', 'always']) yield* forgedDecisions(whole, scope);
  yield { what: 'a grant of everything', text: JSON.stringify({ ...object(whole), grants: [GRANT] }) };
  yield { what: 'keys twice', text: state.replace('{', '{"grants":[{}],"calls":[],') };
  for (const share of [0.1, 0.5, 0.9, 0.999]) yield { what: `cut at ${share}`, text: state.slice(0, Math.floor(state.length * share)) };
}

const GRANT: Json = { id: 'grant_1', rule: 'drop', toolName: 'drop', definitionFingerprint: 'sha256:0' };

function* forgedDecisions(whole: Json, scope: string): Generator<Alteration> {
  const { calls } = object(whole);
  for (const status of ['pending', 'ready', 'settled', 'suspended']) {
    const decided = (calls as readonly Json[]).map((call) => {
      const [request] = object(call)['pending'] as readonly Json[];
      const id = request === undefined ? 'none' : (object(request)['id'] ?? 'none');
      return { ...object(call), status, decision: { type: 'approve', id, scope, by: 'boss' } };
    });
    yield { what: `every call decided (${scope}), ${status}`, text: JSON.stringify({ ...object(whole), calls: decided, grants: [GRANT] }) };
  }
}

function* pathsOf(value: Json, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inside] of Object.entries(value)) yield* pathsOf(inside, [...path, isList(value) ? Number(key) : key]);
}

function changed(value: Json, [key, ...rest]: Path, change: (value: Json) => Json | undefined): Json {
  const copy = (isList(value) ? [...value] : { ...object(value) }) as Record<string | number, Json>; // of its own kind
  const before = copy[key ?? ''] ?? null;
  const after = rest.length === 0 ? change(before) : changed(before, rest, change);
  if (after !== undefined) copy[key ?? ''] = after;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key ?? ''];
  return copy;
}

/** `__proto__` as a key of its own, which only text can have. */
function withPrototype(whole: Json, path: Path): string {
  const marked = changed(whole, path, (value) =>
    typeof value === 'object' && value !== null && !isList(value) ? { ...value, '@proto@': { status: 'settled' } } : value,
  );
  return JSON.stringify(marked).replace('"@proto@"', '"__proto__"');
}

function object(value: Json): Readonly<Record<string, Json>> {
  return value as Readonly<Record<string, Json>>; // states are objects
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
