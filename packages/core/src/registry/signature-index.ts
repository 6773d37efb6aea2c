import type { Problem } from '../contracts/errors.js';
import type { ToolSignature } from '../contracts/schema-manifest.js';
import type { ManifestSource } from '../contracts/signature-source.js';
import { attachedSignatures, readParameterTypes, readToolkit, type Owner } from '../decorators/metadata-store.js';
import { parseParameters, type ParsedParameter } from '../schema/parse-parameters.js';
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
const COMMAND = 'run "npx tackroom schemas"';

/**
 * Signatures by class and member, from manifests and from what a compiler attached to the class itself, which is never
 * stale and comes first. An entry that does not fit the class as it runs is a problem (`SCHEMAS_STALE`), as is a member
 * that is missing where its class is known (`SCHEMAS_MISSING`), and a name that several classes share
 * (`SCHEMAS_AMBIGUOUS`).
 */
export class SignatureIndex {
  private readonly byMember = new Map<string, Entry[]>();
  private readonly byTool = new Map<string, Entry[]>();
  private readonly classes = new Set<string>();

  constructor(sources: readonly ManifestSource[] = []) {
    for (const source of sources) this.add(source);
  }

  /** The signature of a class's own member. */
  ofMember(owner: Owner, member: string): SignatureLookup {
    const attached = attachedSignatures(owner)?.[member];
    if (attached !== undefined) return { signature: attached, problems: [] };
    const where = `${ownerName(owner)}.${member}`;
    const named = readToolkit(owner).toolkit;
    const known = named?.manifest === undefined ? this : shippedIndex(named.manifest, ownerName(owner));
    const key = named?.id ?? owner.name;
    const entries = known.byMember.get(memberKey(key, member)) ?? [];
    if (entries.length === 0) return known.classes.has(key) ? wrong('SCHEMAS_MISSING', where, missingMember()) : NOTHING;
    return decide(entries, where, (signature) => mismatch(owner, member, signature));
  }

  /** The signature of a function that is a tool. */
  ofTool(tool: string): SignatureLookup {
    const entries = this.byTool.get(tool) ?? [];
    return entries.length === 0 ? NOTHING : decide(entries, `tool ${tool}`, () => undefined);
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

function decide(entries: readonly Entry[], where: string, mismatchOf: (signature: ToolSignature) => string | undefined): SignatureLookup {
  const fitting = entries.filter(({ signature }) => mismatchOf(signature) === undefined);
  const [only] = fitting;
  const [first] = entries;
  if (only === undefined || first === undefined) {
    const said = first === undefined ? '' : (mismatchOf(first.signature) ?? '');
    return wrong('SCHEMAS_STALE', where, `Its compiled signature is not the one that runs: ${said}. Recompile: ${COMMAND}.`);
  }
  if (fitting.length > 1) {
    const places = fitting.map(({ path }) => path).join(' and ');
    return wrong(
      'SCHEMAS_AMBIGUOUS',
      where,
      `Its class name stands in ${places}: give each @Toolkit({ id: '…' }) of its own, and ${COMMAND}.`,
    );
  }
  const changed = [only.path, ...(only.signature.uses ?? [])].find((path) => only.source.isChanged?.(path) === true);
  if (changed !== undefined)
    return wrong('SCHEMAS_STALE', where, `${changed} has changed since ${only.source.name} was written: ${COMMAND}.`);
  const { refused } = only.signature;
  return refused === undefined ? { signature: only.signature, problems: [] } : wrong('SIGNATURE_REFUSED', where, `It ${refused}.`);
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
  const emitted = readParameterTypes(owner, member);
  if (emitted !== undefined && emitted.length !== parameters.length) {
    return `it has ${count(emitted.length)}, and ${count(parameters.length)} were compiled`;
  }
  const parsed = method === undefined ? undefined : parseParameters(Function.prototype.toString.call(method));
  const isReadable = parsed !== undefined && parsed.length === parameters.length && !isMinified(parsed);
  for (const [at, { name, emits }] of parameters.entries()) {
    const runs = isReadable ? parsed[at]?.name : undefined;
    if (runs !== undefined && name !== undefined && runs !== name) return `parameter ${at + 1} is called ${runs}, and ${name} was compiled`;
    const type = PRIMITIVES.get(emitted?.[at]);
    if (type !== undefined && type !== emits) return `parameter ${at + 1} is a ${type}, and ${emits} was compiled`;
  }
  if (parsed !== undefined && emitted === undefined && parsed.length > parameters.length) {
    return `it has ${count(parsed.length)}, and ${count(parameters.length)} were compiled`;
  }
  return undefined;
}

/** Types of which metadata says the same whatever compiler wrote it. */
const PRIMITIVES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [String, 'String'],
  [Number, 'Number'],
  [Boolean, 'Boolean'],
]);

function isMinified(parsed: readonly ParsedParameter[]): boolean {
  return parsed.length > 0 && parsed.every(({ name }) => name?.length === 1);
}

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
