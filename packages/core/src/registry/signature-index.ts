import type { Problem } from '../contracts/errors.js';
import type { ParameterSignature, ToolSignature } from '../contracts/schema-manifest.js';
import type { ManifestSource } from '../contracts/signature-source.js';
import { attachedSignatures, readParameterTypes, readToolkit, type Owner } from '../decorators/metadata-store.js';
import { looksMinified, shownParameters } from './parameter-slots.js';
import { ownerName, ownMethod } from './toolkit-levels.js';

/** What compilers said of one member, or everything that is wrong with that. */
export interface SignatureLookup {
  readonly signature: ToolSignature | undefined;
  readonly problems: readonly Problem[];
}

interface Entry {
  readonly path: string;
  readonly signature: ToolSignature;
  readonly source: ManifestSource;
}

const NOTHING: SignatureLookup = { signature: undefined, problems: [] };
/** What `tsc` calls a decorated `export default class { … }`, which every other compiler leaves its name "default". */
const UNNAMED_BY_TSC = 'default_1';
const COMMAND = 'run "npx tackroom schemas"';

/**
 * Signatures by class and member, from manifests and from what a compiler attached to the class itself, which is never
 * stale and comes first. An entry that does not fit the class as it runs is a problem (`SCHEMAS_STALE`), as is a member
 * that is missing where its class is known (`SCHEMAS_MISSING`), and a name that several classes or functions share
 * (`SCHEMAS_AMBIGUOUS`).
 */
export class SignatureIndex {
  private readonly byMember = new Map<string, Entry[]>();
  private readonly byTool = new Map<string, Entry[]>();
  private readonly classes = new Set<string>();
  private readonly takers = new Map<ToolSignature, Owner>();

  constructor(sources: readonly ManifestSource[] = []) {
    for (const source of sources) this.add(source);
  }

  /** The signature of a class's own member. */
  ofMember(owner: Owner, member: string): SignatureLookup {
    const where = `${ownerName(owner)}.${member}`;
    const attached = attachedSignatures(owner) ?? {};
    if (Object.hasOwn(attached, member)) return accepted(attached[member], where);
    const named = readToolkit(owner).toolkit;
    const known = named?.manifest === undefined ? this : shippedIndex(named.manifest, ownerName(owner));
    const key = named?.id ?? (owner.name === UNNAMED_BY_TSC ? 'default' : owner.name);
    const entries = known.byMember.get(memberKey(key, member)) ?? [];
    if (entries.length === 0) return known.classes.has(key) ? wrong('SCHEMAS_MISSING', where, missingMember()) : NOTHING;
    const found = decide(entries, { where, shared: twoClasses }, (signature) => mismatch(owner, member, signature));
    return found.signature === undefined ? found : this.taken(found.signature, owner, where);
  }

  /** The signature of a function that is a tool. */
  ofTool(tool: string): SignatureLookup {
    const entries = this.byTool.get(tool) ?? [];
    return entries.length === 0 ? NOTHING : decide(entries, { where: `tool ${tool}`, shared: twoFunctions }, () => undefined);
  }

  /** One entry is of one class: a second one of that name takes what was not compiled from it. */
  private taken(signature: ToolSignature, owner: Owner, where: string): SignatureLookup {
    const other = this.takers.get(signature);
    if (other !== undefined && other !== owner) {
      return wrong(
        'SCHEMAS_AMBIGUOUS',
        where,
        `Two classes of this name have one compiled schema: give each @Toolkit({ id: '…' }) of its own, and ${COMMAND}.`,
      );
    }
    this.takers.set(signature, owner);
    return { signature, problems: [] };
  }

  private add(source: ManifestSource): void {
    for (const [key, signature] of Object.entries(source.manifest.tools)) {
      const entry = { path: key.slice(0, key.lastIndexOf('#')), signature, source };
      const { className, id, member, tool } = signature;
      if (tool !== undefined) append(this.byTool, tool, entry);
      if (member === undefined) continue;
      for (const name of new Set([id, className])) {
        if (name === undefined) continue;
        append(this.byMember, memberKey(name, member), entry);
        this.classes.add(name);
      }
    }
  }
}

/** Manifests that toolkits name are read once. */
const shipped = new WeakMap<object, SignatureIndex>();

function shippedIndex(manifest: object, owner: string): SignatureIndex {
  let index = shipped.get(manifest);
  if (index === undefined) {
    index = new SignatureIndex([{ manifest: manifest as ManifestSource['manifest'], name: `the manifest of @Toolkit on ${owner}` }]);
    shipped.set(manifest, index);
  }
  return index;
}

/** Whose signature is looked for, and what to say if several entries fit. */
interface Subject {
  readonly where: string;
  readonly shared: (places: string) => string;
}

function decide(
  entries: readonly Entry[],
  { where, shared }: Subject,
  mismatchOf: (signature: ToolSignature) => string | undefined,
): SignatureLookup {
  const fitting = entries.filter(({ signature }) => mismatchOf(signature) === undefined);
  const [only] = fitting;
  const [first] = entries;
  if (only === undefined || first === undefined) {
    const said = first === undefined ? '' : (mismatchOf(first.signature) ?? '');
    return wrong('SCHEMAS_STALE', where, `Its compiled signature is not the one that runs: ${said}. Recompile: ${COMMAND}.`);
  }
  if (fitting.length > 1) {
    const places = fitting.map(({ path }) => path).join(' and ');
    return wrong('SCHEMAS_AMBIGUOUS', where, shared(places));
  }
  const changed = [only.path, ...(only.signature.uses ?? [])].find((path) => only.source.isChanged?.(path) === true);
  if (changed !== undefined)
    return wrong('SCHEMAS_STALE', where, `${changed} has changed since ${only.source.name} was written: ${COMMAND}.`);
  return accepted(only.signature, where);
}

function twoClasses(places: string): string {
  return `Its class name stands in ${places}: give each @Toolkit({ id: '…' }) of its own, and ${COMMAND}.`;
}

function twoFunctions(places: string): string {
  return `Tools of this name are made in ${places}: give each a name of its own, and ${COMMAND}.`;
}

/** The signature, unless the compiler said why it has none. */
function accepted(signature: ToolSignature | undefined, where: string): SignatureLookup {
  const refused = signature?.refused;
  return refused === undefined ? { signature, problems: [] } : wrong('SIGNATURE_REFUSED', where, `It ${refused}.`);
}

function wrong(code: string, where: string, message: string): SignatureLookup {
  return { signature: undefined, problems: [{ code, where, message }] };
}

function missingMember(): string {
  return `Its class has compiled schemas, but this tool has none: ${COMMAND}.`;
}

/** How the method that runs differs from what was compiled, as far as it shows; undefined where nothing differs. */
function mismatch(owner: Owner, member: string, { parameters }: ToolSignature): string | undefined {
  const method = ownMethod(owner, member);
  const parsed = method === undefined ? undefined : shownParameters(method);
  const emitted = readParameterTypes(owner, member);
  const length = emitted?.length ?? parsed?.length ?? parameters.length;
  // Compiled for an old engine, a method may show a shorter list than it has; a longer one it never shows.
  if (emitted === undefined ? length > parameters.length : length !== parameters.length) {
    return `it has ${count(length)}, and ${count(parameters.length)} were compiled`;
  }
  const isReadable = parsed?.length === parameters.length && !looksMinified(parsed);
  for (const [at, compiled] of parameters.entries()) {
    const difference = parameterMismatch(compiled, isReadable ? parsed[at]?.name : undefined, PRIMITIVES.get(emitted?.[at]));
    if (difference !== undefined) return `parameter ${at + 1} is ${difference} was compiled`;
  }
  return undefined;
}

function parameterMismatch({ name, emits }: ParameterSignature, runs: string | undefined, type: string | undefined): string | undefined {
  if (runs !== undefined && name !== undefined && runs !== name) return `called ${runs}, and ${name}`;
  return type !== undefined && type !== emits ? `a ${type}, and ${emits}` : undefined;
}

/** Types of which metadata says the same whatever compiler wrote it. */
const PRIMITIVES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [String, 'String'],
  [Number, 'Number'],
  [Boolean, 'Boolean'],
]);

function count(parameters: number): string {
  return `${parameters} ${parameters === 1 ? 'parameter' : 'parameters'}`;
}

function memberKey(name: string, member: string): string {
  return `${name}.${member}`;
}

function append(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const entries = map.get(key);
  if (entries === undefined) map.set(key, [entry]);
  else entries.push(entry);
}
