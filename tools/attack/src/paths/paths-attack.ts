import type { Attack } from '../attack.js';
import { workspaceTarget } from './race-targets.js';
import { hasCompiler, raceWorkspace } from './workspace-race.js';

const BATCH = 2_000;

/** File operations beside a process that swaps a directory for a link that leads out. */
export const pathsAttack: Attack = {
  name: 'paths',
  claim: 'a file tool reads, writes or removes a file outside its root, because a directory was swapped',
  async run({ attempts, deadline }) {
    if (process.platform !== 'linux') return { attempts: 0, escapes: [], skipped: 'it needs Linux' };
    const swapper = hasCompiler() ? 'exchange' : 'rename';
    const escapes: string[] = [];
    let tried = 0;
    while (tried < attempts && performance.now() < deadline) {
      const operations = Math.min(BATCH, attempts - tried);
      const result = await raceWorkspace(workspaceTarget, { operations, swapper, stopAtEscape: false });
      tried += result.operations;
      escapes.push(...result.escapes);
    }
    return { attempts: tried, escapes };
  },
};
