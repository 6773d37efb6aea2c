import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const dist = fileURLToPath(new URL('../dist/index.js', import.meta.url));
const fixture = new URL('fixtures/busy-loop.mjs', import.meta.url).href;

/** Worker files exist only in built packages, so the program runs on them, in a process of its own. */
const PROGRAM = `
import { defineTool, HarnessModule } from ${JSON.stringify(dist)};
const input = { type: 'object', properties: { limit: { type: 'integer' } } };
const tool = (name, timeoutMs) => defineTool({ name, description: name, inputSchema: input, timeoutMs, offload: { module: ${JSON.stringify(fixture)}, exportName: name }, handler: () => 'never' });
const harness = await HarnessModule.create({ tools: [tool('sum', 10_000), tool('spin', 300), tool('fail', 10_000)] });
let ticks = 0;
const clock = setInterval(() => ticks++, 20);
const results = await Promise.all(['sum', 'spin', 'fail'].map((name) => harness.execute({ name, args: { limit: 10 } })));
clearInterval(clock);
await harness.close();
console.log(JSON.stringify({ answers: results.map(({ success, content, error }) => [success, error?.code ?? content]), ticking: ticks > 3 }));
`;

test('a module function runs in a worker, a deadline ends even a busy loop, and the event loop keeps ticking', async () => {
  if (!existsSync(dist)) {
    if (process.env['CI'] === 'true') throw new Error('The packages are not built: run npm run build first.');
    return; // not built on this machine; the runner of all checks builds first
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], { timeout: 60_000 });
  expect(JSON.parse(stdout)).toEqual({
    answers: [
      [true, '{"total":45}'],
      [false, 'TOOL_TIMEOUT'],
      [false, 'TOOL_ERROR'],
    ],
    ticking: true,
  });
}, 90_000);
