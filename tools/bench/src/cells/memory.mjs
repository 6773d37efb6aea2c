import { PerformanceObserver } from 'node:perf_hooks';
import { collectGarbage, median } from '../measure.mjs';
import { floorRun, floorTools } from '../floor.mjs';
import { ourHarness, ourRun } from '../ours.mjs';
import { generatingModel, Script } from '../workload.mjs';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Kilobytes that one step allocates. Needs a young generation so large that nothing is collected inside the window. */
export async function alloc() {
  const turns = 20;
  const script = new Script({ turns });
  const floorScript = new Script({ turns });
  const harness = await ourHarness(1);
  const run = await ourRun(harness, script, generatingModel(script));
  const floor = floorRun(floorTools(1), floorScript);
  let collections = 0;
  const observer = new PerformanceObserver((list) => (collections += list.getEntries().length));
  observer.observe({ entryTypes: ['gc'] });
  const perStep = async (once) => {
    for (let index = 0; index < 60; index++) await once();
    const figures = [];
    for (let index = 0; index < 9; index++) {
      collectGarbage();
      await pause(20);
      collections = 0;
      const before = process.memoryUsage().heapUsed;
      await once();
      const after = process.memoryUsage().heapUsed;
      await pause(20);
      if (collections === 0) figures.push((after - before) / 1024 / (turns + 1));
    }
    return median(figures);
  };
  const floorKb = await perStep(floor);
  const kbPerStep = await perStep(run);
  observer.disconnect();
  await harness.close();
  return { kbPerStep, floor: floorKb, ratio: kbPerStep / floorKb, target: 12 };
}

/** Bytes that stay after a run is over: the heap after 10 000 runs against the heap after the first 1 000. */
export async function retained() {
  const script = new Script({ turns: 3 });
  const harness = await ourHarness(10);
  const run = await ourRun(harness, script, generatingModel(script));
  const heapAfter = async (runs) => {
    for (let index = 0; index < runs; index++) await run();
    collectGarbage();
    await pause(50);
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const early = await heapAfter(5_000);
  const late = await heapAfter(10_000);
  await harness.close();
  const bytesPerRun = (late - early) / 10_000;
  return { bytesPerRun, floor: 0, ratio: NaN, target: 16 };
}
