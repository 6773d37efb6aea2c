import { paint } from '../output/paint.js';
import { cellWidth } from '../terminal/cells.js';
import { formatDuration } from './duration.js';
import { layOutCards } from './lay-out-cards.js';
import { planLines } from './plan-lines.js';
import { nextProgress, type RunningCall } from './running-call.js';
import { settledCall } from './settled-call.js';
import { StreamedText } from './streamed-text.js';
import { usageLine } from './usage-line.js';

const plain = paint({ write: () => undefined }, {});
const look = { paint: plain, now: 10_000 };

function running(toolName: string, more: Partial<RunningCall> = {}): RunningCall {
  return { callId: toolName, toolName, args: {}, state: 'running', since: 8_800, progress: undefined, ...more };
}

const brief = { paint: plain, whole: false };

test('cards: arguments, states, progress, and no control character of anybody', () => {
  const calls = [
    running('many', { args: { a: 1, b: [1, 2], c: { d: null }, e: 'e', f: 'f', g: 'g' } }),
    running('evil\u001b[2J', { args: { text: 'line\nbreak \u001b[31m\u202e' }, state: 'queued' }),
    running('漢字', { args: { 字: '漢'.repeat(40) }, state: 'asked', progress: { line: '半分', share: 0.5 } }),
  ];
  expect(`\n${layOutCards(calls, 80, look).join('\n')}`).toMatchInlineSnapshot(`
   "
   ╭ many ──────────────────────── 1.2 s ╮ ╭ evil\\x1b[2J ──────── waits its turn ╮
   │ a: 1                                │ │ text: "line\\nbreak \\u001b[31m\\u202… │
   │ b: [1,2]                            │ │                                     │
   │ c: {"d":null}                       │ │                                     │
   │ … 3 more                            │ │                                     │
   ╰─────────────────────────────────────╯ ╰─────────────────────────────────────╯
   ╭ 漢字 ───────────────────────── asks ╮
   │ 字: "漢漢漢漢漢漢漢漢漢漢漢漢漢漢…  │
   │ ███████████████░░░░░░░░░░░░░░  50 % │
   │ › 半分                              │
   ╰─────────────────────────────────────╯"
  `);
});

test.each([8, 16, 23, 24, 40, 77, 120])('no line of a layout is wider than %i columns', (width) => {
  const calls = Array.from({ length: 12 }, (_, at) =>
    running(`a_tool_with_a_long_name_${at}`, {
      args: { path: 'x'.repeat(100), n: at },
      progress: { line: 'y'.repeat(200), share: at / 10 },
    }),
  );
  const lines = layOutCards(calls, width, look);
  expect(Math.max(...lines.map(cellWidth))).toBeLessThanOrEqual(Math.max(width, 'and 3 more calls'.length));
  expect(lines.at(-1)).toBe('and 3 more calls');
});

test.each([
  ['two\nlines\n', { line: 'lines', share: undefined }],
  [
    { stream: 'stdout', text: 'out\r\n' },
    { line: 'out', share: undefined },
  ],
  [
    { progress: 2, total: 8 },
    { line: '2 of 8', share: 0.25 },
  ],
  [
    { progress: 9, total: 8, message: 'almost' },
    { line: 'almost', share: 1 },
  ],
  [{ progress: 3 }, { line: '3', share: undefined }],
  [{ any: 'thing' }, { line: '{"any":"thing"}', share: undefined }],
  [[{ type: 'text', text: 'block' }], { line: 'block', share: undefined }],
  [[1, 2], { line: '[1,2]', share: undefined }],
  [null, { line: 'null', share: undefined }],
  ['  \n', { line: '', share: undefined }],
] as const)('progress %j', (value, progress) => {
  expect(nextProgress(value, undefined)).toEqual(progress);
});

test('progress that says nothing new leaves what was said', () => {
  const before = nextProgress({ progress: 1, total: 4, message: 'one' }, undefined);
  expect(nextProgress('\n', before)).toEqual({ line: 'one', share: 0.25 });
});

test('a finished call says what was called, how long it took, and how its result begins', () => {
  const call = {
    toolName: 'read_file',
    args: { path: 'a.txt' },
    success: true,
    content: '1\ta\n2\tb\n3\tc\n4\td\n5\te',
    durationMs: 1_234,
    ran: true,
  };
  const failed = { ...call, toolName: 'fly', success: false, content: 'There is no tool fly.', ran: false };
  const lines = [
    ...settledCall(call, 40, brief),
    ...settledCall(failed, 40, brief),
    ...settledCall({ ...call, args: { path: 'x'.repeat(60) } }, 20, brief),
  ];
  expect(`\n${lines.join('\n')}`).toMatchInlineSnapshot(`
   "
   ✓ read_file  path: "a.txt"  1.2 s
     │ 1  a
     │ 2  b
     │ 3  c
     │ … 2 more lines
   ✗ fly  path: "a.txt"
     │ There is no tool fly.
   ✓ read_file  1.2 s
     │ 1  a
     │ 2  b
     │ 3  c
     │ … 2 more lines"
  `);
});

test('a person who is the model reads all of a result', () => {
  const call = { toolName: 'read_file', args: {}, success: true, content: 'one two three\n2\n3\n4\n5\n6', durationMs: 10, ran: true };
  expect(settledCall(call, 12, { paint: plain, whole: true }).slice(1)).toEqual([
    '  │ one two',
    '  │ three',
    ...['2', '3', '4', '5', '6'].map((line) => `  │ ${line}`),
  ]);
});

test('a plan shows what is around the work', () => {
  const item = (content: string, status: string): { content: string; status: string } => ({ content, status });
  const short = [item('look', 'completed'), item('fix\nit', 'in_progress'), item('test', 'pending')];
  const long = Array.from({ length: 30 }, (_, at) => item(`step ${at}`, at < 20 ? 'completed' : 'pending'));
  expect(`\n${[...planLines(short, 40, plain), ...planLines(long, 40, plain)].join('\n')}`).toMatchInlineSnapshot(`
   "
   Plan 1 of 3 done
     ✓ look
     ▸ fix it
     · test
   Plan 20 of 30 done
     ✓ step 18
     ✓ step 19
     · step 20
     · step 21
     · step 22
     · step 23
     · step 24
     · step 25
     … and 22 more"
  `);
  expect(planLines([], 40, plain)).toEqual([]);
});

test('streamed text comes in rows, however it is cut', () => {
  const text = 'A first line.\n\nA longer second line that wraps.\n  indented\tlast';
  for (const size of [1, 3, 7, 100]) {
    const streamed = new StreamedText();
    const rows: string[] = [];
    for (let at = 0; at < text.length; at += size) rows.push(...streamed.add(text.slice(at, at + size), 20));
    rows.push(...streamed.end());
    expect(rows).toEqual(['A first line.', '', 'A longer second line', 'that wraps.', '  indented  last']);
    expect(streamed.rest).toBe('');
  }
});

test.each([
  [8, '8 ms'],
  [94, '94 ms'],
  [95, '0.1 s'],
  [1_234, '1.2 s'],
  [9_960, '10 s'],
  [59_400, '59 s'],
  [125_000, '2 min 05 s'],
])('%i ms is %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test('usage names what was reported', () => {
  const usage = {
    inputTokens: 12_345,
    outputTokens: 999,
    cachedInputTokens: 1_000,
    reasoningTokens: 0,
    steps: 2,
    calls: 1,
    incomplete: false,
  };
  expect(usageLine(usage, 2_000)).toBe('2 steps · 1 call · 12.3k tokens in (1.0k cached), 999 out · 2.0 s');
  expect(usageLine({ ...usage, incomplete: true, cachedInputTokens: 0, inputTokens: 2_500_000 }, 2_000)).toContain(
    'at least 2.5M tokens in, 999 out',
  );
  expect(usageLine({ ...usage, inputTokens: 0, outputTokens: 0 }, 2_000)).toBe('2 steps · 1 call · 2.0 s');
});
