import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonOf, runMain, scratchFolder } from './run-main.js';

const cwd = scratchFolder({ 'a.txt': 'one\n', 'tackroom.config.json': { audit: { file: '.tackroom/audit.jsonl' } } });
const trail = join(cwd, '.tackroom/audit.jsonl');

beforeAll(async () => {
  await runMain(['call', 'read_file', 'path=a.txt'], { cwd });
  await runMain(['call', 'read_file', 'path=a.txt', '--deny', 'read_file'], { cwd });
});

test('show lists what was decided and what ran', async () => {
  const { stdout, code } = await runMain(['audit', 'show'], { cwd });
  expect(code).toBe(0);
  expect(stdout.replace(/\d{4}-\d\d-\d\d \S+/g, 'TIME               ')).toMatchInlineSnapshot(`
   "AT                   WHAT      TOOL       RESULT   BY                   ARGUMEN…
   TIME                 decision  read_file  allow    profile              {"path"…
   TIME                 call      read_file  success  profile              {"path"…
   TIME                 decision  read_file  deny     deny-rule read_file  {"path"…
   TIME                 call      read_file  denied   deny-rule read_file  {"path"…
   "
  `);
  const records: readonly Record<string, unknown>[] = jsonOf(await runMain(['audit', 'show', '--json', '--tool', 'read_file'], { cwd }));
  expect(records.map(({ type, outcome }) => [type, outcome])).toEqual([
    ['decision', undefined],
    ['call', 'success'],
    ['decision', undefined],
    ['call', 'denied'],
  ]);
  expect(jsonOf(await runMain(['audit', 'show', '--json', '--run', 'none'], { cwd }))).toEqual([]);
});

test('verify says whether the trail is as it was written', async () => {
  expect(await runMain(['audit', 'verify'], { cwd })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^\.tackroom\/audit\.jsonl: 4 records of 2 writers, as they were written\.\nAnchor 4:[\da-f]{64}\n$/,
    ) as string,
  });
  const written = readFileSync(trail, 'utf8');
  writeFileSync(trail, written.replace('"verdict":"deny"', '"verdict":"allow"'));
  const altered = await runMain(['audit', 'verify', '--json'], { cwd });
  writeFileSync(trail, written);
  expect(altered.code).toBe(1);
  expect(jsonOf(altered)).toEqual({
    ok: false,
    records: 4,
    chains: 2,
    anchor: expect.any(String) as string,
    problems: [{ line: 3, message: 'was altered, or the record before it was' }],
  });
});

test('a trail that is not there', async () => {
  const ran = await runMain(['audit', 'show', '--file', 'none.jsonl', '--json'], { cwd });
  expect(ran.code).toBe(2);
  expect(jsonOf(ran)).toMatchObject({
    error: { code: 'CLI_FILE_UNREADABLE', message: expect.stringContaining('name it with --file') as unknown },
  });
});

test('show says what stood against a person’s yes', async () => {
  const record = { type: 'call', at: '2026-01-01T00:00:00.000Z', toolName: 't', outcome: 'denied', args: {} };
  const ask = { verdict: 'ask', source: 'profile' };
  const records = [
    { ...record, decision: ask, errorCode: 'APPROVAL_NOT_ENTITLED', answer: { type: 'approve', by: 'eve' } },
    {
      ...record,
      decision: { verdict: 'deny', source: 'deny-rule', rule: 't' },
      errorCode: 'PERMISSION_DENIED',
      answer: { type: 'edit', by: 'jo' },
    },
    { ...record, decision: ask, errorCode: 'APPROVAL_REJECTED', answer: { type: 'reject', by: 'jo' } },
    { ...record, decision: ask, outcome: 'success', answer: { type: 'approve' } },
  ];
  writeFileSync(join(cwd, 'said.jsonl'), records.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const { stdout } = await runMain(['audit', 'show', '--file', 'said.jsonl'], { cwd });
  expect(stdout).toMatchInlineSnapshot(`
   "AT                   WHAT  TOOL  RESULT   BY                                   …
   2026-01-01 00:00:00  call  t     denied   approve by eve, but APPROVAL_NOT_ENTI…
   2026-01-01 00:00:00  call  t     denied   edit by jo, but deny-rule t          …
   2026-01-01 00:00:00  call  t     denied   reject by jo                         …
   2026-01-01 00:00:00  call  t     success  approve                              …
   "
  `);
});
