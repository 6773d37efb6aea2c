import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@tackroom/core';
import type { AuditRecord, Logger } from '@tackroom/core';
import { auditSinkContract } from '@tackroom/testing';
import { FileAuditSink } from './file-audit-sink.js';
import { LogAuditSink } from './log-audit-sink.js';
import { verifyAuditTrail } from './verify-audit-trail.js';

const record: AuditRecord = {
  type: 'call',
  at: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  runId: 'run_1',
  sessionId: 's',
  agentPath: ['root'],
  callId: 'call_1',
  toolName: 'lookup_plan',
  get argsDigest() {
    return 'sha256:abc';
  },
  args: { customer: 'Acme' },
  decision: { verdict: 'allow', reason: 'low risk', source: 'profile' },
  outcome: 'success',
  durationMs: 12,
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tackroom-audit-'));
});
afterEach(() => rm(folder, { recursive: true }));

const lineOf = (line: string): AuditRecord => {
  const { v: _v, writer: _writer, after: _after, hash: _hash, ...written } = JSON.parse(line) as AuditRecord & Record<string, unknown>;
  return { ...written, at: Date.parse(String(written.at)) };
};

const opened: FileAuditSink[] = [];
afterEach(async () => {
  for (const sink of opened.splice(0)) await sink.close();
});

auditSinkContract(
  'FileAuditSink',
  async () => {
    const file = join(folder, 'audit.jsonl');
    const sink = await FileAuditSink.open({ file }, silentLogger);
    opened.push(sink);
    return {
      sink,
      read: async () =>
        (await readFile(file, 'utf8'))
          .split('\n')
          .filter((line) => line !== '')
          .map(lineOf),
    };
  },
  { test, expect },
);

auditSinkContract(
  'LogAuditSink',
  () => {
    const lines: string[] = [];
    const sink = new LogAuditSink({ ...silentLogger, info: (_message, fields) => void lines.push(JSON.stringify(fields)) });
    return { sink, read: () => lines.map(lineOf) };
  },
  { test, expect },
);

test('every record becomes one line, in order, in a file that only its owner reads', async () => {
  const file = join(folder, 'deep', 'audit.jsonl');
  const sink = await FileAuditSink.open({ file }, silentLogger);
  for (let index = 0; index < 1_000; index++) sink.record({ ...record, callId: `call_${index}`, argsDigest: 'sha256:abc' });
  await sink.flush();
  sink.record(record);
  await sink.close();
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(lines.length).toBe(1_001);
  expect((JSON.parse(lines[999] ?? '') as AuditRecord).callId).toBe('call_999');
  expect(lines[1_000]?.replace(/,"v":2,"writer":"[\da-f]{8}","after":"[\da-f]{64}","hash":"[\da-f]{64}"/, '')).toBe(
    '{"type":"call","at":"2026-01-02T03:04:05.678Z","runId":"run_1","sessionId":"s","agentPath":["root"],"callId":"call_1","toolName":"lookup_plan",' +
      '"argsDigest":"sha256:abc","args":{"customer":"Acme"},"decision":{"verdict":"allow","reason":"low risk","source":"profile"},"outcome":"success","durationMs":12}',
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('redacted records keep the digest and not the arguments; an existing trail is continued', async () => {
  const file = join(folder, 'audit.jsonl');
  for (const redact of [true, false]) {
    const sink = await FileAuditSink.open({ file, redact }, silentLogger);
    sink.record(record);
    await sink.close();
  }
  const lines = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditRecord);
  expect(lines.map(({ args, argsDigest }) => ({ args, argsDigest }))).toEqual([
    { args: undefined, argsDigest: 'sha256:abc' },
    { args: { customer: 'Acme' }, argsDigest: 'sha256:abc' },
  ]);
});

test('a trail that several writers continue is one that verifies', async () => {
  const file = join(folder, 'audit.jsonl');
  const write = async (count: number): Promise<FileAuditSink> => {
    const sink = await FileAuditSink.open({ file }, silentLogger);
    for (let index = 0; index < count; index++) sink.record({ ...record, callId: `call_${index}`, argsDigest: 'sha256:abc' });
    await sink.flush();
    return sink;
  };
  await (await write(3)).close();
  const [one, two] = [await write(2), await write(2)];
  one.record(record);
  await one.close();
  two.record(record);
  await two.close();
  expect(await verifyAuditTrail((await readFile(file, 'utf8')).split('\n'))).toMatchObject({ records: 9, chains: 3, problems: [] });
});

test('what a process that died had begun to write stays a line of its own', async () => {
  const file = join(folder, 'audit.jsonl');
  await writeFile(file, '{"type":"call","at"');
  const sink = await FileAuditSink.open({ file }, silentLogger);
  sink.record(record);
  await sink.close();
  const message = 'is not a whole record: it was added or altered, or its writer ended in the middle';
  const lines = (await readFile(file, 'utf8')).split('\n');
  expect(await verifyAuditTrail(lines)).toMatchObject({ records: 2, chains: 1, problems: [{ line: 1, message }] });
});

test('a torn line after others breaks none of those that follow', async () => {
  const file = join(folder, 'audit.jsonl');
  for (const torn of ['{"type":"call","at"', `{"long":"${'x'.repeat(200_000)}`, '']) {
    const sink = await FileAuditSink.open({ file }, silentLogger);
    sink.record(record);
    await sink.close();
    await appendFile(file, torn);
  }
  const { problems, records } = await verifyAuditTrail((await readFile(file, 'utf8')).split('\n'));
  expect([records, problems.map(({ line }) => line)]).toEqual([5, [2, 4]]);
});

test('a record that is larger than what is read at once, and one that lacks its line end alone', async () => {
  const file = join(folder, 'audit.jsonl');
  for (let count = 0; count < 3; count += 1) {
    const sink = await FileAuditSink.open({ file }, silentLogger);
    sink.record(Object.create(record, { args: { value: { text: 'x'.repeat(200_000) } } }) as AuditRecord);
    await sink.close();
    if (count === 1) await truncate(file, (await stat(file)).size - 1);
  }
  expect(await verifyAuditTrail((await readFile(file, 'utf8')).split('\n'))).toMatchObject({ records: 3, problems: [] });
});

test('the lock that a killed process left is taken over, and none is left', async () => {
  const file = join(folder, 'audit.jsonl');
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  await writeFile(`${file}.lock`, JSON.stringify({ id: 'x', pid, host: hostname() }));
  await utimes(`${file}.lock`, new Date(Date.now() - 2_000), new Date(Date.now() - 2_000));
  const sinks = await Promise.all([1, 2, 3].map(() => FileAuditSink.open({ file }, silentLogger)));
  for (const sink of sinks) sink.record(record);
  await Promise.all(sinks.map((sink) => sink.close()));
  expect(await verifyAuditTrail((await readFile(file, 'utf8')).split('\n'))).toMatchObject({ records: 3, chains: 3, problems: [] });
  expect(await readdir(folder)).toEqual(['audit.jsonl']);
});

test('several processes at once write one chain', async () => {
  const file = join(folder, 'audit.jsonl');
  // Sinks of one process share nothing but the file, like those of several.
  const sinks = await Promise.all(Array.from({ length: 8 }, () => FileAuditSink.open({ file }, silentLogger)));
  for (let round = 0; round < 10; round += 1) {
    for (const sink of sinks) sink.record(record);
    await Promise.all(sinks.slice(round % 4).map((sink) => sink.flush()));
  }
  await Promise.all(sinks.map((sink) => sink.close()));
  expect(await verifyAuditTrail((await readFile(file, 'utf8')).split('\n'))).toMatchObject({ records: 80, chains: 8, problems: [] });
});

test('a file that cannot be opened is refused at once', async () => {
  await mkdir(join(folder, 'directory'));
  await expect(FileAuditSink.open({ file: join(folder, 'directory') }, silentLogger)).rejects.toMatchObject({ code: 'AUDIT_FILE' });
});

test('a failing write is logged, told to the next call, and crashes nothing', async () => {
  const logged: string[] = [];
  const logger: Logger = { ...silentLogger, error: (message) => logged.push(message) };
  // Every write to this device fails for want of space.
  const sink = await FileAuditSink.open({ file: '/dev/full' }, logger);
  sink.record(record);
  await expect(sink.flush()).rejects.toMatchObject({ code: 'AUDIT_FAILED' });
  expect(logged[0]).toMatch(/^The audit file \/dev\/full cannot be written: .*ENOSPC/);
  for (let again = 0; again < 3; again++) expect(() => sink.record(record)).toThrow('ENOSPC');
  await expect(sink.close()).rejects.toMatchObject({ code: 'AUDIT_FAILED' });
});

test('the log sink writes the same fields to the logger', () => {
  const logged: unknown[] = [];
  new LogAuditSink({ ...silentLogger, info: (message, fields) => logged.push(message, fields) }, true).record(record);
  expect(logged).toEqual([
    'audit: call of lookup_plan',
    {
      type: 'call',
      at: '2026-01-02T03:04:05.678Z',
      runId: 'run_1',
      sessionId: 's',
      agentPath: ['root'],
      callId: 'call_1',
      toolName: 'lookup_plan',
      argsDigest: 'sha256:abc',
      decision: { verdict: 'allow', reason: 'low risk', source: 'profile' },
      outcome: 'success',
      durationMs: 12,
    },
  ]);
});
