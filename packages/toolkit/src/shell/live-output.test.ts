import { LiveOutput } from './live-output.js';

test('a burst, then so much per second, and what was left out is said', () => {
  const passed: string[] = [];
  let now = 0;
  const live = new LiveOutput(
    ({ text }) => passed.push(text.length > 100 ? `${text.length}` : text),
    () => now,
  );
  const push = (text: string): void => live.push({ stream: 'stdout', text });
  push('x'.repeat(60_000));
  push('y'.repeat(10_000));
  push('small\n');
  push('z'.repeat(10_000));
  now = 1_000;
  push('later\n');
  now = 100_000;
  push('w'.repeat(65_000));
  expect(passed).toEqual(['60000', '[… 10000 characters not shown …]\nsmall\n', '[… 10000 characters not shown …]\nlater\n', '65000']);
});
