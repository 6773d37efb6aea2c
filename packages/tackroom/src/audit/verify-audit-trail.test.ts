import { createHash } from 'node:crypto';
import { linkLine } from './audit-chain.js';
import { verifyAuditTrail } from './verify-audit-trail.js';

/** Lines of one writer after another. */
function linked(ids: readonly string[], after = ''): string[] {
  let last = after;
  return ids.map((callId, index) => {
    const { line, hash } = linkLine(JSON.stringify({ callId, args: { text: '","hash":"' } }), { writer: `w${index % 3}`, after: last });
    last = hash;
    return line;
  });
}

const trail = (): string[] => linked(['a', 'b', 'c', 'd', 'e']);

const hashIn = (line = ''): string => /"hash":"([^"]+)"\}$/.exec(line)?.[1] ?? '';

/** Lines as earlier versions wrote them: each process has a chain, which begins with the hash of what it found last. */
function unlinked(chain: string, ids: readonly string[], after = ''): string[] {
  let last = after;
  return ids.map((callId, seq) => {
    const text = JSON.stringify({ callId, chain, seq, ...(seq === 0 ? { after } : {}) });
    last = createHash('sha256').update(`${last}\n${text}`).digest('hex');
    return `${text.slice(0, -1)},"hash":"${last}"}`;
  });
}

test('a trail as it was written', async () => {
  expect(await verifyAuditTrail(trail())).toEqual({
    ...{ records: 5, chains: 3, problems: [] },
    anchor: expect.stringMatching(/^5:[\da-f]{64}$/) as string,
  });
});

const ALTERED = 'was altered, or the record before it was';
const STRANGE = 'is not a whole record: it was added or altered, or its writer ended in the middle';
const LOOSE = 'does not follow the line before it: records were taken out, added, altered or moved here';
const FIRST = 'says that it is the first line, and it is not: records were added before it, or it was';

test.each<[string, (lines: string[]) => unknown, readonly (readonly [number, string])[]]>([
  ['a changed value', (lines) => (lines[1] = lines[1]?.replace('"b"', '"x"') ?? ''), [[2, ALTERED]]],
  ['a line taken out', (lines) => lines.splice(1, 1), [[2, LOOSE]]],
  ['the first line taken out', (lines) => lines.shift(), [[1, LOOSE]]],
  ['all lines of one writer taken out', (lines) => lines.splice(0, 5, ...lines.filter((line) => !line.includes('w1'))), [[2, LOOSE]]],
  ['a line added', (lines) => lines.splice(1, 0, '{"callId":"x"}'), [[2, STRANGE]]],
  ['a line that is not JSON', (lines) => lines.splice(1, 0, 'x'), [[2, STRANGE]]],
  ['a line twice', (lines) => lines.splice(1, 0, lines[0] ?? ''), [[2, FIRST]]],
  [
    'two lines exchanged',
    (lines) => lines.splice(0, 2, lines[1] ?? '', lines[0] ?? ''),
    [
      [1, LOOSE],
      [2, FIRST],
      [3, LOOSE],
    ],
  ],
  ['a hash made anew for one line', (lines) => (lines[0] = linked(['x'])[0] ?? ''), [[2, LOOSE]]],
  [
    'a forged record as a first one of its own',
    (lines) => lines.splice(2, 0, ...linked(['x'])),
    [
      [3, FIRST],
      [4, LOOSE],
    ],
  ],
  ['a forged record with the right link', (lines) => lines.splice(2, 0, ...linked(['x'], hashIn(lines[1]))), [[4, LOOSE]]],
  ['a forged record in front', (lines) => lines.unshift(...linked(['x'])), [[2, FIRST]]],
  [
    'a forged record of an earlier version',
    (lines) => lines.splice(2, 0, ...unlinked('f', ['x'])),
    [
      [3, 'is not linked to the line before it: it was added, or an earlier version of Tackroom still writes this file'],
      [4, LOOSE],
    ],
  ],
])('%s is found', async (_name, alter, problems) => {
  const lines = trail();
  alter(lines);
  const found = (await verifyAuditTrail(lines)).problems.map(({ line, message }) => [line, message]);
  expect(found).toEqual(problems);
});

test('a trail that earlier versions began is verified as they did up to where this one went on', async () => {
  const one = unlinked('one', ['a', 'b']);
  const two = unlinked('two', ['c'], hashIn(one[1]));
  const old = [...one, ...two];
  const lines = [...old, ...linked(['d', 'e'], hashIn(two[0]))];
  expect(await verifyAuditTrail(lines)).toMatchObject({ records: 5, chains: 4, problems: [] });
  expect((await verifyAuditTrail(lines.filter((_, index) => index !== 0))).problems).toEqual([
    { line: 1, message: 'records are missing before it: number 1 follows nothing' },
  ]);
  expect((await verifyAuditTrail(lines.filter((_, index) => index !== 2))).problems).toEqual([{ line: 3, message: LOOSE }]);
});

describe('an anchor', () => {
  test('holds for the trail that it was taken of, and for one that has grown since', async () => {
    const lines = trail();
    const { anchor } = await verifyAuditTrail(lines.slice(0, 3));
    expect((await verifyAuditTrail(lines.slice(0, 3), { anchor })).problems).toEqual([]);
    expect((await verifyAuditTrail(lines, { anchor })).problems).toEqual([]);
  });

  test.each<[string, (lines: string[]) => unknown, string]>([
    ['the last line taken out', (lines) => lines.pop(), 'records are missing: there were 5'],
    ['all lines taken out', (lines) => lines.splice(0), 'records are missing: there were 5'],
    [
      'the whole trail written anew',
      (lines) => lines.splice(0, 5, ...linked(['v', 'w', 'x', 'y', 'z'])),
      'the trail is not the one of the anchor',
    ],
  ])('finds %s, which the file alone does not show', async (_, alter, message) => {
    const lines = trail();
    const { anchor } = await verifyAuditTrail(lines);
    alter(lines);
    expect((await verifyAuditTrail(lines)).problems).toEqual([]);
    expect((await verifyAuditTrail(lines, { anchor })).problems).toEqual([{ line: lines.length, message }]);
  });

  test.each(['', '5', '5:abc', `0:${'a'.repeat(64)}`, 'x:y'])('%j is not one', async (anchor) => {
    await expect(verifyAuditTrail(trail(), { anchor })).rejects.toMatchObject({ code: 'AUDIT_ANCHOR_INVALID' });
  });
});
