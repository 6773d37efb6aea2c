import { interleave, median } from '../measure.mjs';
import { floorRun, floorTools } from '../floor.mjs';
import { ourHarness, ourRun } from '../ours.mjs';
import { generatingModel, Script, streamOf, streamParts, streamingModel } from '../workload.mjs';

/** Median step of a run: the harness's own time between a reply and the next request. */
async function medianStep(run, script, runs) {
  const steps = [];
  for (let index = 0; index < runs; index++) {
    await run();
    for (let turn = 0; turn < script.turns; turn++) steps.push(script.stepUs(turn));
  }
  return median(steps);
}

async function contest({ turns, calls = 1, tools = 1, runs, model = generatingModel }) {
  const floorScript = new Script({ turns, calls, tools });
  const script = new Script({ turns, calls, tools });
  const floor = floorRun(floorTools(tools), floorScript);
  const harness = await ourHarness(tools);
  const run = await ourRun(harness, script, model(script));
  const figures = await interleave([() => medianStep(floor, floorScript, runs), () => medianStep(run, script, runs)]);
  await harness.close();
  return figures;
}

/** A step with one call, one tool registered, twenty steps a run. */
export async function loop20() {
  const [floor, stepUs] = await contest({ turns: 20, runs: 200 });
  return { stepUs, floor, ratio: stepUs / floor, target: 6.5 };
}

/** Fifty calls in one turn, per call, less the cost of a turn with one. */
export async function par50() {
  const [floor, batch] = await contest({ turns: 1, calls: 50, runs: 200 });
  return { callUs: batch / 50, floor: floor / 50, ratio: batch / floor, target: 2 };
}

/** A step with many tools registered: it must not grow with their number. */
export function manyTools(tools, target) {
  return async () => {
    const [floor, stepUs] = await contest({ turns: 10, tools, runs: 200 });
    return { stepUs, floor, ratio: stepUs / floor, target };
  };
}

/** Five hundred steps: the last ones must cost what the first ones do. */
export async function long500() {
  const turns = 500;
  const script = new Script({ turns });
  const floorScript = new Script({ turns });
  const floor = floorRun(floorTools(1), floorScript);
  const harness = await ourHarness(1);
  const run = await ourRun(harness, script, generatingModel(script));
  const around = (of, from, to) => median(Array.from({ length: to - from }, (_, index) => of.stepUs(from + index)));
  const early = [];
  const late = [];
  const floors = [];
  for (let round = 0; round < 30; round++) {
    await floor();
    await run();
    if (round < 10) continue;
    floors.push(around(floorScript, turns - 21, turns - 1));
    early.push(around(script, 5, 16));
    late.push(around(script, turns - 21, turns - 1));
  }
  await harness.close();
  const [step10Us, step490Us] = [median(early), median(late)];
  return {
    step10Us,
    step490Us,
    growth: step490Us / step10Us,
    floor: median(floors),
    ratio: step490Us / median(floors),
    target: 8,
    growthTarget: 1.2,
  };
}

/** A step over a streaming model, against reading the same parts from a bare stream. */
export async function loop20Stream() {
  const turns = 20;
  const script = new Script({ turns });
  const harness = await ourHarness(1);
  const run = await ourRun(harness, script, streamingModel(script));
  const bareScript = new Script({ turns });
  const bare = async () => {
    bareScript.reset();
    const start = performance.now();
    for (let turn = 0; turn <= turns; turn++) {
      const reader = streamOf(streamParts(bareScript.next())).getReader();
      while (!(await reader.read()).done);
    }
    return ((performance.now() - start) * 1000) / (turns + 1);
  };
  const ours = async () => {
    const start = performance.now();
    await run();
    return ((performance.now() - start) * 1000) / (turns + 1);
  };
  const many = (once) => async () => {
    const figures = [];
    for (let index = 0; index < 150; index++) figures.push(await once());
    return median(figures);
  };
  const [floor, stepUs] = await interleave([many(bare), many(ours)]);
  await harness.close();
  return { stepUs, overBareUs: stepUs - floor, floor, ratio: stepUs / floor, target: 12 };
}
