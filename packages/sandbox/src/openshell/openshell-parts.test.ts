import fc from 'fast-check';
import { readListing } from './read-listing.js';
import { TrailerFilter, type Trailer } from './trailer.js';
import { Turns, type Party } from './turns.js';

describe('the last word of a command', () => {
  const through = (chunks: readonly string[]): { readonly passed: string; readonly trailer: Trailer | undefined } => {
    let passed = '';
    const filter = new TrailerFilter('word', (text) => (passed += text));
    for (const chunk of chunks) filter.push(chunk);
    const trailer = filter.end();
    return { passed, trailer };
  };

  test('is taken off, however the text is cut; nothing else is', () => {
    const part = fc.constantFrom('\n', 'w', 'wo', 'word', ' ', '0', '\n\n', 'x');
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat(60)), fc.boolean(), (parts, cuts, ends) => {
        const said = parts.join('').replaceAll('\nword ', '');
        const whole = ends ? `${said}\nword 137 1\n` : said;
        const at = [...cuts.map((cut) => Math.min(cut, whole.length)), 0, whole.length].sort((a, b) => a - b);
        const chunks = at.slice(1).map((end, index) => whole.slice(at[index], end));
        expect(through(chunks)).toEqual({ passed: said, trailer: ends ? { status: 137, note: 'left', bytes: 12 } : undefined });
      }),
    );
  });

  test.each([
    ['\nword 0 0\n', { status: 0, note: 'nothing', bytes: 10 }],
    ['\nword 125 missing\n', { status: 125, note: 'missing', bytes: 18 }],
    ['\nword 0 0', undefined],
    ['\nword 0 0\nmore', undefined],
    ['\nworse 0 0\n', undefined],
  ])('%j', (said, trailer) => {
    expect(through([said])).toEqual({ passed: trailer === undefined ? said : '', trailer });
  });

  test('text before it goes on at once, but for what may be its beginning', () => {
    const passed: string[] = [];
    const filter = new TrailerFilter('word', (text) => passed.push(text));
    for (const chunk of ['a', 'b\nwo', 'rld', '\n']) filter.push(chunk);
    expect(passed).toEqual(['a', 'b', '\nworld']);
  });
});

describe('a list of files from a sandbox', () => {
  const encoded = (...fields: readonly string[]): string => Buffer.from(fields.map((field) => `${field}\0`).join('')).toString('base64');

  test('parents come first, and nothing is taken that leads elsewhere', () => {
    const listing = encoded(
      ...['f', '1:2:3.4', '4755', 'd/f', '', 'd', '', '755', 'd', '', 'l', '', '777', 'link', '/etc/x', 'p', '', '644', 'pipe', ''],
      ...['f', '1', '644', '../up', '', 'f', '1', '644', '/etc/passwd', '', 'f', '1', '644', 'd/../../x', '', 'f', '1', '644', '', ''],
    );
    expect([...readListing(listing)]).toEqual([
      ['d', { kind: 'directory', mode: 0o755 }],
      ['d/f', { kind: 'file', stamp: '1:2:3.4', mode: 0o755 }],
      ['link', { kind: 'link', target: '/etc/x' }],
      ['pipe', { kind: 'other' }],
    ]);
    expect([...readListing('')]).toEqual([]);
  });

  test.each(['what?', encoded('f', '1'), Buffer.from('f\0' + '1').toString('base64')])('%j is none', (answer) => {
    expect(() => readListing(answer)).toThrow(expect.objectContaining({ code: 'SANDBOX_CALL_FAILED' }));
  });
});

describe('turns', () => {
  const trial = (): {
    readonly log: string[];
    readonly turns: Turns;
    go(party: Party, name: string): { readonly done: Promise<void>; end(): void };
  } => {
    const log: string[] = [];
    const turns = new Turns((party) => Promise.resolve(void log.push(`prepare ${party}`)));
    const go = (party: Party, name: string): { readonly done: Promise<void>; end(): void } => {
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const done = turns.take(party, async () => {
        log.push(`${name} begins`);
        await ended;
        log.push(`${name} ends`);
      });
      return { done, end };
    };
    return { log, turns, go };
  };

  test('many of one kind are in at once, and the others wait in order', async () => {
    const { log, go } = trial();
    const [a, b, file, c] = [go('commands', 'a'), go('commands', 'b'), go('files', 'file'), go('commands', 'c')];
    for (const { end } of [file, c, b, a]) end();
    await Promise.all([a, b, file, c].map(({ done }) => done));
    expect(log).toEqual([
      ...['prepare commands', 'a begins', 'b begins', 'a ends', 'b ends'],
      ...['prepare files', 'file begins', 'file ends', 'prepare commands', 'c begins', 'c ends'],
    ]);
  });

  test('what could not be prepared is tried again by the next', async () => {
    let count = 0;
    const turns = new Turns(() => ((count += 1) === 1 ? Promise.reject(new Error('no')) : Promise.resolve()));
    await expect(turns.take('files', () => Promise.resolve(1))).rejects.toThrow('no');
    expect(await turns.take('files', () => Promise.resolve(2))).toBe(2);
    expect(await turns.take('files', () => Promise.resolve(3))).toBe(3);
    expect(count).toBe(2);
  });
});
