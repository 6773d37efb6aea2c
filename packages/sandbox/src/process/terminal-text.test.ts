import fc from 'fast-check';
import { TerminalText } from './terminal-text.js';

function clean(...pieces: readonly string[]): string {
  const terminal = new TerminalText();
  return pieces.map((piece) => terminal.push(piece)).join('') + terminal.end();
}

test.each([
  ['\u001b[31mred\u001b[0m\r10%\r100%\n\u0007', '100%\n'],
  ['plain\ttext\n', 'plain\ttext\n'],
  ['a\r\nb\r\n', 'a\nb\n'],
  ['a\r\r\nb', 'a\nb'],
  ['10%\r20%\r', '20%'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['\u001b]never ended\nnext line', '\nnext line'],
  ['\u001bPq#0;data\u001b\\after', 'after'],
  ['\u001b[?25l\u001b[2K\u001b[1;1Hx\u001b(B\u001b7', 'x'],
  ['\u009b31mred', 'red'],
  ['N\bNA\bA', 'NA'],
  ['a\u0000\u0001b\u007f\u0085', 'ab'],
  ['broken \u001b[', 'broken '],
  ['broken \u001b', 'broken '],
  ['\u001b[\u001b]x', ''],
  ['“ünïcode” 😀', '“ünïcode” 😀'],
])('%j becomes %j', (text, expected) => {
  expect(clean(text)).toBe(expected);
});

test('it does not matter where pieces end', () => {
  const text = 'one\r\n\u001b[1;31mtwo\u001b[0m\r\u001b]0;t\u0007three\r10%\r20%\n\u001b[2Kfour\u001bPx\u001b\\five\r';
  const cuts = fc.array(fc.nat(text.length), { maxLength: 8 }).map((list) => [0, ...list.sort((a, b) => a - b), text.length]);
  fc.assert(
    fc.property(cuts, (list) => {
      expect(clean(...list.slice(1).map((end, index) => text.slice(list[index], end)))).toBe('one\n20%\nfourfive');
    }),
  );
});

test('a line is passed on when it is complete, a very long one before', () => {
  const terminal = new TerminalText();
  expect([terminal.push('a\nb'), terminal.push('c\n'), terminal.push('d')]).toEqual(['a\n', 'bc\n', '']);
  expect(terminal.push('x'.repeat(70_000))).toBe(`d${'x'.repeat(70_000)}`);
  expect(terminal.end()).toBe('');
});

test('a progress display without line ends is held as its last drawing', () => {
  const terminal = new TerminalText();
  let passed = '';
  for (let percent = 0; percent < 100_000; percent += 1) passed += terminal.push(`${percent}%\r`);
  expect(passed).toBe('');
  expect(terminal.push('done\n')).toBe('done\n');
});

test('control characters, backspaces and carriage returns come to the same as one rule after the other', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', '\b', '\n', '\r', '\t', '\u0001', '\u0085', '\u007f', '😀', '\ufffd'),
    maxLength: 30,
  });
  fc.assert(
    fc.property(text, (written) => {
      const plain = written.replace(/[^\u0008\n]\u0008/gu, '').replace(/[^\P{Cc}\t\n\r]+/gu, '');
      const lines = plain.replaceAll('\r\n', '\n').split('\n');
      const drawn = lines.map((line) => line.split('\r').findLast((drawing) => drawing !== '') ?? '').join('\n');
      const terminal = new TerminalText();
      expect(terminal.push(written) + terminal.end()).toBe(drawn);
    }),
    { numRuns: 1_000 },
  );
});
