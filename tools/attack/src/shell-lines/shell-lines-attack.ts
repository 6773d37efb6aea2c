import { existsSync } from 'node:fs';
import fc from 'fast-check';
import type { Attack } from '../attack.js';
import { MarkedShell } from './marked-shell.js';
import { quotedLines } from './quoted-lines.js';
import { shellLines } from './shell-lines.js';
import { decideLine, PROGRAMS, uncovered } from './shell-policies.js';

/** Lines that are made at once. */
const BATCH = 200;

/** Generated lines: what is allowed runs in bash, which notes the programs that it starts. */
export const hiddenCommands: Attack = {
  name: 'hidden-commands',
  claim: 'bash starts a program that rules did not allow, or that a rule denies, of a line that was allowed',
  run: async ({ seed, attempts, deadline }) => {
    if (!existsSync('/bin/bash')) return { attempts: 0, escapes: [], skipped: 'there is no /bin/bash' };
    const shell = new MarkedShell(PROGRAMS);
    const escapes: string[] = [];
    let tried = 0;
    try {
      for (const line of generated(seed)) {
        if (tried >= attempts || performance.now() >= deadline) break;
        tried += 1;
        const ran = await escapedFrom(shell, line);
        if (ran.length > 0) escapes.push(`ran ${ran.join(', ')}: ${JSON.stringify(line)}`);
      }
    } finally {
      shell.close();
    }
    return { attempts: tried, escapes };
  },
};

/** Lines without end, of both kinds in turn. */
function* generated(seed: number): Generator<string> {
  const kinds = [quotedLines(PROGRAMS), shellLines(PROGRAMS)];
  for (let batch = 0; ; batch++) for (const kind of kinds) yield* fc.sample(kind, { numRuns: BATCH, seed: seed * 100_003 + batch });
}

/** The programs that an allowed line starts and that its decision did not cover. */
async function escapedFrom(shell: MarkedShell, line: string): Promise<readonly string[]> {
  const decision = await decideLine(line);
  if (decision.permit !== 'allow' && decision.restrict !== 'allow') return [];
  return uncovered(decision, await shell.run(line));
}
