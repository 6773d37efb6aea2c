/** `npx tsx tools/bench/src/race/main.ts [operations]`: the long race over a built workspace; 100 000 operations unless given. */
import { checkThenUseTarget, workspaceTarget } from './race-targets.js';
import { hasCompiler, raceWorkspace } from './workspace-race.js';

const operations = Number(process.argv[2] ?? 100_000);
const swapper = hasCompiler() ? 'exchange' : 'rename';
const started = performance.now();
const held = await raceWorkspace(workspaceTarget, { operations, swapper, stopAtEscape: false });
const seconds = ((performance.now() - started) / 1_000).toFixed(1);
const lost = await raceWorkspace(checkThenUseTarget, { operations, swapper, stopAtEscape: true });
console.log(
  `workspace        ${swapper}, ${held.operations} operations in ${seconds} s: ${held.done} done, ${held.refused} refused, ${held.escapes.length} escaped`,
);
console.log(`check, then use  escaped after ${lost.operations} operations: ${lost.escapes[0] ?? 'never'}`);
process.exitCode = held.escapes.length === 0 && lost.escapes.length > 0 ? 0 : 1;
