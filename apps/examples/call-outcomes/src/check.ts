import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Event = Readonly<Record<string, unknown>>;

interface Finished {
  readonly code: number | null;
  readonly events: readonly Event[];
}

/** Name, success, and text or error code of each result but the pending one's, in call order. */
const EXPECTED = [
  ['parallel_work', true, 'parallel: one'],
  ['parallel_work', true, 'parallel: two'],
  ['serial_work', true, 'serial: first'],
  ['serial_work', true, 'serial: second'],
  ['change_account', true, 'account 7: debit'],
  ['change_account', true, 'account 7: credit'],
  ['paralel_wrk', false, 'TOOL_UNKNOWN'],
  ['parallel_work', true, 'parallel: misspelt'],
  ['parallel_work', false, 'ARGUMENTS_UNREADABLE'],
  ['pay_invoice', false, 'ARGUMENTS_INVALID'],
  ['throw_error', false, 'TOOL_ERROR'],
  ['throw_nothing', false, 'TOOL_ERROR'],
  ['hang', false, 'TOOL_TIMEOUT'],
  ['parallel_work', true, 'parallel: twin a'],
  ['parallel_work', true, 'parallel: twin b'],
] as const;

/**
 * Drives the command line as a script would: a run that pauses for one approval, and a second process that finishes it.
 * Every call gets exactly one result, in call order.
 */
const here = dirname(dirname(fileURLToPath(import.meta.url)));
const command = join(dirname(createRequire(import.meta.url).resolve('@tackroom/cli/package.json')), 'bin', 'tackroom.js');
const scratch = await mkdtemp(join(tmpdir(), 'outcomes-'));
const state = join(scratch, 'run.json');
const script = join(here, 'script.json');
const tools = ['--tools', join(here, 'src', 'tools.ts')];

try {
  const paused = await tackroom('run', 'go', ...tools, '--model', `scripted:${script}`, '--state', state, '--json');
  assert.equal(paused.code, 3, 'a call that needs approval pauses the run');
  assert.deepEqual(resultsOf(paused.events), EXPECTED, 'every other call has its one result');
  const pause = paused.events.at(-1);
  assert.equal(pause?.['type'], 'run-pause');
  assert.equal((pause?.['pending'] as readonly Event[])[0]?.['toolName'], 'pay_invoice');

  const rest = join(scratch, 'rest.json');
  const { turns } = JSON.parse(await readFile(script, 'utf8')) as { turns: unknown[] };
  await writeFile(rest, JSON.stringify({ turns: turns.slice(1) }));
  const transcript = join(scratch, 'transcript.jsonl');
  const finished = await tackroom(
    'resume',
    ...tools,
    '--model',
    `scripted:${rest}`,
    '--state',
    state,
    '--approve',
    'all',
    '--transcript',
    transcript,
    '--json',
  );
  assert.equal(finished.code, 0, 'the approved run completes in another process');
  assert.deepEqual(resultsOf(finished.events), [
    ['pay_invoice', true, 'paid invoice 12'],
    ['overlapped', true, '[]'], // in the second process nothing has run yet
  ]);
  checkTranscript((await readFile(transcript, 'utf8')).trim().split('\n')[0] ?? '');
  console.log(`${EXPECTED.length + 2} calls, one result each`);
} finally {
  await rm(scratch, { recursive: true });
}

function tackroom(...args: readonly string[]): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'inherit'], cwd: scratch });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const lines = out.split('\n').filter((line) => line !== '');
      resolve({ code, events: lines.map((line) => JSON.parse(line) as Event) });
    });
  });
}

/** Results in the order of their calls, whatever order they came in. */
function resultsOf(events: readonly Event[]): readonly unknown[] {
  const order = events.filter((event) => event['type'] === 'tool-call').map((event) => event['callId']);
  const results = events.filter((event) => event['type'] === 'tool-result');
  const sorted = [...results].sort((a, b) => order.indexOf(a['callId']) - order.indexOf(b['callId']));
  return sorted.map((event) => [
    event['toolName'],
    event['success'],
    event['success'] === true ? event['content'] : (event['error'] as { code: string }).code,
  ]);
}

/** The model's next request carries one answer per call, in call order, under the provider's own ids. */
function checkTranscript(line: string): void {
  const { messages } = JSON.parse(line) as { messages: readonly { role: string; content: readonly { toolCallId?: string }[] }[] };
  const asked = messages.find((message) => message.role === 'assistant')?.content.flatMap((part) => part.toolCallId ?? []);
  const answered = messages
    .filter((message) => message.role === 'tool')
    .flatMap((message) => message.content.flatMap((part) => part.toolCallId ?? []));
  assert.deepEqual(answered, asked);
  assert.equal(answered.length, 16);
}
