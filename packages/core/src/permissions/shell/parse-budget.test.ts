import { loadShellReader } from './load-shell-reader.js';
import { isOverParseBudget } from './parse-budget.js';

const OPENINGS = ['${x:-', '"$(', '$(', '$((1?', '$[', '<(', '>(', '<<E ', '((', '[[ ! ', '${x:-"', '`', '"${x-', "$'a", '$"'];

test.each(OPENINGS)('a line of many %s is not parsed', async (opening) => {
  const line = `echo ${opening.repeat(900)}`;
  expect(isOverParseBudget(line)).toBe(true);
  expect((await loadShellReader())(line).hidden).toBe('it is too long or too deeply nested to be read');
});

test('a line of a person is', () => {
  const text = 'Run `npm test` with ${config} and $(value) (see [docs]).\n'.repeat(60);
  expect(isOverParseBudget(`cat > README.md <<'EOF'\n${text}EOF`)).toBe(false);
  expect(isOverParseBudget('a'.repeat(10_001))).toBe(true);
});
