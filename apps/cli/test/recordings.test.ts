import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { recordedCalls } from './recorded-calls.js';
import { eventsOf, runMain, scratchFolder } from './run-main.js';
import { readChunks, wireFixture } from './wire-fixture.js';
import { withWireServer } from './wire-server.js';

/**
 * Streams of real providers through their real packages. The recordings are not committed: `TACKROOM_RECORDINGS` names a
 * folder of `*.chunks.txt`, one JSON chunk a line.
 */
const folder = process.env['TACKROOM_RECORDINGS'] ?? '';
const all = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.chunks.txt')) : [];
// Its package stays away: another test needs one that is missing.
const names = all.filter((name) => !name.startsWith('google-'));

/** Recordings that fail the run, and what it says of them. */
const FAILING: ReadonlyMap<string, string> = new Map([['openai-error.1.chunks.txt', 'You exceeded your current quota']]);

/** Recordings that the provider's package finds garbled, and what it says of them: they are asked for again. */
const GARBLED: ReadonlyMap<string, string> = new Map([['spliced-message-start.chunks.txt', 'while message "msg_first" is still open']]);

const cwd = scratchFolder();

/** How a stream's provider is named, and how it ends a run after tool calls. */
function providerOf([first = '{}']: readonly string[], origin: string): { readonly model: string; readonly ending: string } {
  const { type } = JSON.parse(first) as { readonly type?: string };
  if (type === undefined) return { model: `${origin}/v1#m`, ending: 'text' };
  return type.startsWith('response.')
    ? { model: 'openai/m', ending: 'responses-text' }
    : { model: 'anthropic/m', ending: 'anthropic-text' };
}

/** Arguments as events show them: null where they are no JSON object. */
function parsedArgs(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

async function replay(chunks: readonly string[]) {
  const { ending } = providerOf(chunks, '');
  return withWireServer([{ chunks }, wireFixture(ending)], async ({ origin, requests }) => {
    const base = `${origin}/v1`;
    const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: base, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: base };
    const ran = await runMain(['run', 'go', '--model', providerOf(chunks, origin).model, '--json'], { cwd, env });
    return { ran, events: eventsOf(ran), requests };
  });
}

if (names.length === 0) test(`skipped, because there are no recordings in ${folder}`, () => undefined);
else
  test.each(names)('%s', async (name) => {
    const chunks = readChunks(join(folder, name));
    const { ran, events, requests } = await replay(chunks);
    expect(ran.stderr).toBe('');
    const ends = events.filter(({ type }) => type === 'run-finish' || type === 'run-pause');
    expect(ends).toEqual([events.at(-1)]);
    const words = FAILING.get(name);
    if (words !== undefined) {
      const error = { code: 'MODEL_REQUEST_FAILED', message: expect.stringContaining(words) };
      return expect([ran.code, ends[0]]).toEqual([1, expect.objectContaining({ status: 'failed', ok: false, error })]);
    }
    const garbled = GARBLED.get(name);
    const calls = garbled === undefined ? recordedCalls(chunks) : [];
    const resets = events.flatMap(({ type, reason }) => (type === 'attempt-reset' ? [String(reason)] : []));
    expect(resets).toEqual(garbled === undefined ? [] : [expect.stringContaining(garbled)]);
    const seen = events.flatMap(({ type, toolName, args }) => (type === 'tool-call' ? [{ name: toolName, args }] : []));
    expect(seen).toEqual(calls.map(({ name: tool, args }) => ({ name: tool, args: parsedArgs(args) })));
    expect(requests).toHaveLength(calls.length === 0 && garbled === undefined ? 1 : 2);
    const text = events.flatMap(({ type, text: delta }) => (type === 'text-delta' ? [String(delta)] : [])).join('');
    const ok = !name.includes('refusal');
    expect([ran.code, ends[0]]).toEqual([ok ? 0 : 5, expect.objectContaining({ status: 'completed', ok })]);
    expect(text !== '').toBe(ok);
    expect(ends[0]?.['usage']).toMatchObject({ incomplete: false, calls: calls.length });
  });

test('recordings are read by a rule of their own', () => {
  const read = (name: string) => recordedCalls(wireFixture(name).chunks);
  const a = { name: 'read_file', args: '{"path":"a.txt"}' };
  expect([read('text'), read('parallel'), read('anthropic-text'), read('responses-call')]).toEqual([
    [],
    [a, { name: 'read_file', args: '{"path":"b.txt"}' }],
    [],
    [a],
  ]);
});
