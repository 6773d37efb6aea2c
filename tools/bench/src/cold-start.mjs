/** One cold start, in a process of its own: `node cold-start.mjs floor|ours TOOLS` prints its figures as JSON. */
const [kind, tools] = process.argv.slice(2);
const { generatingModel, Script } = await import('./workload.mjs');
const count = Number(tools);

async function prepare(turns) {
  const script = new Script({ turns, tools: count });
  if (kind === 'floor') {
    const { floorRun, floorTools } = await import('./floor.mjs');
    const built = floorTools(count);
    return { run: floorRun(built, script) };
  }
  const { ourHarness, ourRun } = await import('./ours.mjs');
  const started = performance.now();
  const harness = await ourHarness(count);
  return { run: await ourRun(harness, script, generatingModel(script)), builtMs: performance.now() - started };
}

if (kind === 'ours') await import('tackroom');
else await import('./floor.mjs');
const started = performance.now();
const first = await prepare(1);
const built = performance.now();
await first.run();
const ran = performance.now();
const second = await prepare(20);
await second.run();
process.stdout.write(
  JSON.stringify({
    buildMs: first.builtMs ?? built - started,
    firstRunMs: ran - built,
    sinceStartMs: performance.now(),
    peakMb: process.resourceUsage().maxRSS / 1024,
  }),
);
process.exit(0);
