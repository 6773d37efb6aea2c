import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineTool, HarnessModule, verifyAuditTrail, type Harness, type HarnessOptions, type Logger } from 'tackroom';

const echo = defineTool({
  name: 'echo',
  description: 'Echoes.',
  inputSchema: { type: 'object', properties: { text: {} } },
  handler: ({ text }) => typeof text,
});

const harnessWith = (options: HarnessOptions): Promise<Harness> => HarnessModule.create({ tools: [echo], ...options });

/** A logger, and when it was first told of an error. */
function errorLogger(): { readonly logger: Logger; readonly failed: Promise<string> } {
  const nothing = (): void => undefined;
  let fail: (message: string) => void = nothing;
  const failed = new Promise<string>((resolve) => (fail = resolve));
  return { logger: { debug: nothing, info: nothing, warn: nothing, error: (message) => fail(message) }, failed };
}

const call = { name: 'echo', args: { text: 'x' } };

// Every write to this device fails for want of space.
test.each([
  [undefined, undefined],
  ['refuse', 'AUDIT_FAILED'],
] as const)('while the disk is full, onFailure %j lets a call end with %j', async (onFailure, code) => {
  const { logger, failed } = errorLogger();
  const harness = await harnessWith({ logger, audit: { file: '/dev/full', ...(onFailure === undefined ? {} : { onFailure }) } });
  // The trail is written behind the calls.
  expect((await harness.execute(call)).success).toBe(true);
  expect(await failed).toContain('ENOSPC');
  for (let again = 0; again < 3; again++) expect((await harness.execute(call)).error?.code).toBe(code);
  await expect(harness.close()).rejects.toMatchObject({ code: 'HARNESS_CLOSE_FAILED' });
});

test('a harness whose configuration declines the trail has none', async () => {
  const harness = await harnessWith({ audit: false });
  expect((await harness.execute(call)).success).toBe(true);
  await harness.close();
});

test('arguments nested deeper than can be written take nothing from the trail but themselves', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tackroom-audit-'));
  try {
    const file = join(folder, 'audit.jsonl');
    const harness = await harnessWith({ audit: { file } });
    await harness.execute(call);
    await harness.execute({ name: 'echo', args: `{"text":${'['.repeat(50_000)}${']'.repeat(50_000)}}` });
    await harness.execute({ name: 'no_such', args: `{"text":${'['.repeat(50_000)}${']'.repeat(50_000)}}` });
    await harness.execute(call);
    await harness.close();
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect((await verifyAuditTrail(lines)).problems).toEqual([]);
    const ends = lines.map((line) => JSON.parse(line) as Record<string, string>).filter(({ type }) => type === 'call');
    expect(ends.map(({ toolName, outcome, errorCode }) => [toolName, outcome, errorCode])).toEqual([
      ['echo', 'success', undefined],
      ['echo', 'error', expect.any(String)],
      ['no_such', 'error', 'TOOL_UNKNOWN'],
      ['echo', 'success', undefined],
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
