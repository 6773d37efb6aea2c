import { defineTool, rule, RuleBasedPermissionService, ToolRegistry } from '@tackroom/core';
import { InMemoryWorkspace } from '@tackroom/testing';
import type { Attack } from '../attack.js';
import { ALLOWED, PIECES, SEEDS } from './everyday-seeds.js';
import { MarkedDirectory } from './marked-directory.js';

/** Everyday lines, changed at random: what is allowed under the same rules runs, and must neither start the marker nor write. */
export const everydayLines: Attack = {
  name: 'everyday-lines',
  claim: 'a line that looks like an allowed one is allowed, and starts a program or writes a file that no rule names',
  run: async ({ seed, attempts, deadline }) => {
    const decide = decider();
    const directory = new MarkedDirectory();
    const random = numbers(seed);
    const escapes: string[] = [];
    const seen = new Set<string>();
    let tried = 0;
    try {
      while (tried < attempts && performance.now() < deadline) {
        const line = mutated(random);
        tried += 1;
        if (seen.has(line) || !(await decide(line))) continue;
        if (seen.size < 200_000) seen.add(line);
        const did = directory.run(line);
        if (did !== undefined) escapes.push(`${did}: ${JSON.stringify(line)}`);
      }
    } finally {
      directory.close();
    }
    return { attempts: tried, escapes };
  },
};

/** Whether a line is allowed under the rules. Reading `secret` is denied. */
export function decider(): (command: string) => Promise<boolean> {
  const registry = new ToolRegistry();
  registry.register(
    defineTool({
      name: 'run',
      description: 'Runs a command.',
      category: 'execute',
      riskLevel: 'high',
      inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
      semantics: { command: 'shell-command' },
      handler: () => '',
    }),
  );
  const permissions = new RuleBasedPermissionService({ allow: ALLOWED.map((command) => rule('run', { command })), profile: 'locked' });
  const workspace = new InMemoryWorkspace({ f: '', list: '', 'sub/f': '' }).session('');
  return async (command) =>
    (await registry.explain({ name: 'run', args: { command } }, { permissions, ctx: { workspace } })).verdict === 'allow';
}

function mutated(random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // never empty
  let line = pick(SEEDS);
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) {
    const places = cuts(line);
    const at = pick(places);
    const end = random() < 0.4 ? at : (places[places.indexOf(at) + 1] ?? line.length);
    const piece = random() < 0.1 ? '' : random() < 0.2 ? pick(SEEDS).slice(0, 30) : pick(PIECES);
    const blank = random() < 0.5 ? ' ' : '';
    line = `${line.slice(0, at)}${blank}${piece}${random() < 0.5 ? blank : ''}${line.slice(end)}`;
  }
  return line;
}

/** Places between words, and now and then within one. */
function cuts(line: string): readonly number[] {
  return [0, ...[...line.matchAll(/\b|\s|[^\w\s]/g)].map(({ index }) => index), line.length];
}

/** A small generator of numbers from 0 up to 1 (mulberry32): the same seed gives the same lines. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
