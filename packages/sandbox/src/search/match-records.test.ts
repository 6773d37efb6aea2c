import fc from 'fast-check';
import { MatchRecords, type MatchRecord } from './match-records.js';

function readAll(bytes: Buffer, cuts: readonly number[] = []): { records: object[]; binary: object[] } {
  const reader = new MatchRecords();
  const records: object[] = [];
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    reader.push(bytes.subarray(from, cut), (record: MatchRecord) => {
      records.push({ ...record, text: record.text.toString() });
      return true;
    });
    from = cut;
  }
  reader.end();
  return { records, binary: reader.binary };
}

const output = Buffer.from(
  './a.ts\x001:0:first: €\n' +
    './a.ts\x002-9-context\r\n' +
    './b.bin: WARNING: stopped searching binary file after match (found "\\0" byte around offset 70000)\n' +
    './n\nl.txt\x0012:300:text\n' +
    './c.bin: binary file matches (found "\\0" byte around offset 4)\n',
);

test('records, context, names with line feeds, notices', () => {
  expect(readAll(output)).toEqual({
    records: [
      { path: 'a.ts', line: 1, offset: 0, text: 'first: €', cut: false, isContext: false },
      { path: 'a.ts', line: 2, offset: 9, text: 'context', cut: false, isContext: true },
      { path: 'n\nl.txt', line: 12, offset: 300, text: 'text', cut: false, isContext: false },
    ],
    binary: [
      { path: 'b.bin', offset: 70_000 },
      { path: 'c.bin', offset: 4 },
    ],
  });
});

test('it does not matter where chunks end', () => {
  const whole = readAll(output);
  const cuts = fc.array(fc.nat(output.length), { maxLength: 8 }).map((list) => list.sort((a, b) => a - b));
  fc.assert(fc.property(cuts, (list) => expect(readAll(output, list)).toEqual(whole)));
});

test('a record without end holds no more than its bound', () => {
  const reader = new MatchRecords();
  reader.push(Buffer.from('./a\x001:0:'), () => true);
  for (let chunks = 0; chunks < 40; chunks += 1) reader.push(Buffer.alloc(65_536, 'x'), () => true);
  const texts: number[] = [];
  reader.push(Buffer.from('\n'), (record) => texts.push(record.text.length) > 0);
  expect(texts[0]).toBeLessThanOrEqual(1_048_576);
});

test('ripgrep`s note after a cut line is no part of it', () => {
  const line = `${'x'.repeat(32_768)} [... omitted end of long line]`;
  const { records } = readAll(Buffer.from(`./a\x001:0:${line}\n`));
  expect(records).toEqual([{ path: 'a', line: 1, offset: 0, text: 'x'.repeat(32_768), cut: true, isContext: false }]);
});
