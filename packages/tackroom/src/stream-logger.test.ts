import { stderrLogger } from './stream-logger.js';

test('lines carry level, message and fields; lower levels are left out', () => {
  const lines: string[] = [];
  const logger = stderrLogger({ write: (text) => lines.push(text) }, 'warn');
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  logger.info('not this');
  logger.warn('disk is filling', { free: 3n, cause: new Error('quota') });
  logger.error('gone');
  logger.error('odd', cyclic);
  expect(lines.join('')).toMatchInlineSnapshot(`
    "warn: disk is filling {"free":"3","cause":"Error: quota"}
    error: gone
    error: odd [fields that are no JSON]
    "
  `);
});
