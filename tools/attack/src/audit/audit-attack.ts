import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool, HarnessModule, verifyAuditTrail } from 'tackroom';
import type { Attack } from '../attack.js';
import { tamper, TAMPERINGS } from './tamper.js';

const CALLS = 6;

/** Lines of an audit trail are deleted, forged, copied, exchanged and edited; verifying must find it, but for a tail that is cut off. */
export const auditTampering: Attack = {
  name: 'audit-tampering',
  claim: 'lines were tampered with, and verifying found nothing',
  run: async ({ seed, attempts: limit, deadline }) => {
    const whole = await writeTrail();
    const { anchor } = await verifyAuditTrail(whole);
    const random = numbers(seed);
    const escapes: string[] = [];
    let attempts = 0;
    for (; attempts < limit && performance.now() < deadline; attempts += 1) {
      const lines = [...whole];
      const steps = Array.from({ length: 1 + pick(random, 3) }, () => ({
        kind: TAMPERINGS[pick(random, TAMPERINGS.length)] ?? 'delete',
        from: pick(random, whole.length),
        to: pick(random, whole.length + 1),
      }));
      for (const step of steps) tamper(lines, step);
      const missed = await missedBy(lines, { whole, anchor });
      if (missed !== undefined) escapes.push(`seed ${seed}, attempt ${attempts}, ${missed}: ${JSON.stringify(steps)}`);
    }
    return { attempts, escapes };
  },
};

/** What did not find that lines are not those of the whole trail; undefined if all found it that must. */
async function missedBy(
  lines: readonly string[],
  { whole, anchor }: { readonly whole: readonly string[]; readonly anchor: string },
): Promise<string | undefined> {
  const isWhole = whole.every((line, index) => line === lines[index]);
  if (!isWhole && (await verifyAuditTrail(lines, { anchor })).problems.length === 0) return 'with an anchor';
  if (isAnotherTail(lines, whole)) return undefined;
  return (await verifyAuditTrail(lines)).problems.length === 0 ? 'without an anchor' : undefined;
}

/** Whether nothing was done, or the tail was cut off or replaced: that only an anchor finds. */
function isAnotherTail(lines: readonly string[], whole: readonly string[]): boolean {
  const common = lines.findIndex((line, index) => line !== whole[index]);
  return common === -1 || !lines.slice(common).some((line) => whole.includes(line));
}

/** The lines that three writers make in turn. */
async function writeTrail(): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tackroom-attack-audit-'));
  const file = join(folder, 'audit.jsonl');
  const echo = defineTool({ name: 'echo', description: 'Echoes.', inputSchema: { type: 'object' }, handler: () => 'x' });
  const harnesses = await Promise.all([1, 2, 3].map(() => HarnessModule.create({ tools: [echo], audit: { file } })));
  try {
    for (let call = 0; call < CALLS; call += 1) await Promise.all(harnesses.map((harness) => harness.execute({ name: 'echo', args: {} })));
  } finally {
    await Promise.all(harnesses.map((harness) => harness.close()));
  }
  const text = await readFile(file, 'utf8');
  await rm(folder, { recursive: true });
  return text.trimEnd().split('\n');
}

function pick(random: () => number, count: number): number {
  return Math.floor(random() * count);
}

/** Numbers from 0 to 1 that the seed alone makes (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
