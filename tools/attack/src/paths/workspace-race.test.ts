import { checkThenUseTarget, workspaceTarget } from './race-targets.js';
import { hasCompiler, raceWorkspace } from './workspace-race.js';

// The long mode is `npm run attack -- --only paths`.
const swapper = hasCompiler() ? 'exchange' : 'rename';

if (process.platform === 'linux') {
  test('a directory that is swapped for a link all the time is never left', async () => {
    const result = await raceWorkspace(workspaceTarget, { operations: 1_500, swapper, stopAtEscape: true });
    expect(result.escapes).toEqual([]);
    // Both sides of the swap were met, or nothing was tried.
    expect([result.done > 50, result.refused > 50]).toEqual([true, true]);
  }, 120_000);
}

test('the same race is lost by who checks a path and then uses it', async () => {
  const result = await raceWorkspace(checkThenUseTarget, { operations: 100_000, swapper, stopAtEscape: true });
  expect(result.escapes.length).toBeGreaterThan(0);
}, 120_000);
