import { AuditChain } from './audit-chain.js';
import { verifyAuditTrail } from './verify-audit-trail.js';

/** The lines of two writers, the second after the first. */
function trail(): string[] {
  const first = new AuditChain('');
  const lines = ['a', 'b', 'c'].map((callId) => first.link({ callId, args: { text: '","hash":"' } }));
  const hash = /"hash":"([^"]+)"\}$/.exec(lines[2] ?? '')?.[1] ?? '';
  const second = new AuditChain(hash);
  return [...lines, ...['d', 'e'].map((callId) => second.link({ callId }))];
}

test('a trail as it was written', async () => {
  expect(await verifyAuditTrail(trail())).toEqual({
    ...{ records: 5, chains: 2, problems: [] },
    anchor: expect.stringMatching(/^5:[\da-f]{64}$/) as string,
  });
});

const ALTERED = 'was altered, or the record before it was';
const STRANGE = 'is no record of a chain: it was added, altered or cut off';

test.each<[string, (lines: string[]) => unknown, readonly (readonly [number, string])[]]>([
  ['a changed value', (lines) => (lines[1] = lines[1]?.replace('"b"', '"x"') ?? ''), [[2, ALTERED]]],
  ['a line taken out', (lines) => lines.splice(1, 1), [[2, 'records are missing before it: number 2 follows 0']]],
  ['the first line taken out', (lines) => lines.shift(), [[1, 'records are missing before it: number 1 follows nothing']]],
  ['a whole writer taken out', (lines) => lines.splice(0, 3), [[1, 'records are missing before it: what it was written after is gone']]],
  ['a line added', (lines) => lines.splice(1, 0, '{"callId":"x"}'), [[2, STRANGE]]],
  ['a line that is no JSON', (lines) => lines.splice(1, 0, 'x'), [[2, STRANGE]]],
  ['a line twice', (lines) => lines.splice(1, 0, lines[0] ?? ''), [[2, 'records are missing before it: number 0 follows 0']]],
  [
    'two lines exchanged',
    (lines) => lines.splice(0, 2, lines[1] ?? '', lines[0] ?? ''),
    [
      [1, 'records are missing before it: number 1 follows nothing'],
      [2, 'records are missing before it: number 0 follows 1'],
      [3, 'records are missing before it: number 2 follows 0'],
    ],
  ],
  [
    'a hash made anew for one line',
    (lines) => (lines[0] = new AuditChain('').link({ callId: 'x' })),
    [[2, 'records are missing before it: number 1 follows nothing']],
  ],
])('%s is found', async (_name, alter, problems) => {
  const lines = trail();
  alter(lines);
  const found = (await verifyAuditTrail(lines)).problems.map(({ line, message }) => [line, message]);
  expect(found).toEqual(problems);
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
    ['the whole trail written anew', (lines) => lines.splice(0, 5, ...trail()), 'the trail is not the one of the anchor'],
  ])('finds %s, which the file alone does not show', async (_, alter, message) => {
    const lines = trail();
    const { anchor } = await verifyAuditTrail(lines);
    alter(lines);
    expect((await verifyAuditTrail(lines)).problems).toEqual([]);
    expect((await verifyAuditTrail(lines, { anchor })).problems).toEqual([{ line: lines.length, message }]);
  });

  test.each(['', '5', '5:abc', `0:${'a'.repeat(64)}`, 'x:y'])('%j is none', async (anchor) => {
    await expect(verifyAuditTrail(trail(), { anchor })).rejects.toMatchObject({ code: 'AUDIT_ANCHOR_INVALID' });
  });
});
