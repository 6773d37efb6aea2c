import { batchUs, interleave } from '../measure.mjs';
import { ANSWER, ARGUMENTS, toolName } from '../workload.mjs';
import { floorCall, floorTools } from '../floor.mjs';
import { ourHarness } from '../ours.mjs';

/** One governed call without a model, against look up + parse + validate + run by hand. */
export async function direct() {
  const tools = floorTools(1);
  const harness = await ourHarness(1);
  const call = { id: 'c', name: toolName(0), arguments: ARGUMENTS };
  const ours = { id: 'c', name: toolName(0), args: ARGUMENTS };
  const first = await harness.execute(ours);
  if (first.content !== ANSWER) throw new Error(`direct call gave ${JSON.stringify(first)}`);
  const [floor, callUs] = await interleave([() => batchUs(() => floorCall(tools, call)), () => batchUs(() => harness.execute(ours))]);
  await harness.close();
  return { callUs, floor, ratio: callUs / floor, target: 2.5 };
}
