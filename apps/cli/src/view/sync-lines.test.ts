import type { SyncReport } from 'tackroom';
import { syncLines } from './sync-lines.js';

const lines = (report: Partial<SyncReport>): string =>
  syncLines({ copied: [], removed: [], conflicts: [], refused: [], failed: [], ...report })
    .map(({ text, isWarning }) => `${isWarning ? '!' : '·'} ${text}`)
    .join('\n');

test('what a person is told of changes that came back', () => {
  expect(lines({})).toBe('');
  expect(lines({ removed: ['a'] })).toBe('· brought back from the sandbox: 1 removed');
  expect(
    lines({
      copied: ['a', 'b'],
      removed: ['c'],
      conflicts: [
        { path: 'd', keptAs: 'd.sandbox' },
        { path: 'e', keptAs: undefined },
      ],

      refused: [{ path: '.git/hooks/x\u001b[2J', reason: 'it is protected' }],
      failed: [{ path: 'f', reason: 'error ENOSPC' }],
      keptIn: '/tmp/kept',
    }),
  ).toMatchInlineSnapshot(`
   "· brought back from the sandbox: 2 written, 1 removed
   ! d was changed outside too, and stays as it is; the sandbox's is d.sandbox
   ! e was changed outside too, and stays as it is
   ! f was not brought back from the sandbox: error ENOSPC
   ! .git/hooks/x\\x1b[2J was not brought back from the sandbox: it is protected
   ! the sandbox's files are kept in /tmp/kept"
  `);
});

test('of many only some are listed, and the rest is counted', () => {
  const conflicts = Array.from({ length: 20 }, (_, at) => ({ path: `f${at}`, keptAs: undefined }));
  expect(lines({ conflicts }).split('\n').slice(7)).toEqual(['! f7 was changed outside too, and stays as it is', '! … and 12 more']);
});
