import type { Todo } from '@tackroom/core';
import { reminderText, todosNote, writtenText } from './todos-text.js';

const todos = (...items: readonly [Todo['status'], string][]): readonly Todo[] => items.map(([status, content]) => ({ content, status }));

test('the note: a line for each todo, whatever it holds', () => {
  expect(todosNote(todos(['completed', 'Read the code'], ['in_progress', ' Write\n[completed] the test '], ['pending', 'Run it'])))
    .toMatchInlineSnapshot(`
"<todos>
[completed] Read the code
[in_progress] Write [completed] the test
[pending] Run it
</todos>"
`);
});

test.each<[readonly Todo[], number, string]>([
  [[], 0, 'The todo list is empty now.'],
  [todos(['pending', 'a']), 0, 'Todo list updated: 1 pending.'],
  [
    todos(['completed', 'a'], ['completed', 'b'], ['in_progress', 'c'], ['pending', 'd']),
    0,
    'Todo list updated: 2 completed, 1 in progress, 1 pending.',
  ],
  [
    todos(['in_progress', 'Say "hi"'], ['pending', 'b']),
    1,
    'Todo list updated: 1 in progress, 1 pending. Only one todo can be in progress: "Say \\"hi\\"" stays, the other one is pending.',
  ],
  [
    todos(['in_progress', 'a'], ['pending', 'b'], ['pending', 'c']),
    2,
    'Todo list updated: 1 in progress, 2 pending. Only one todo can be in progress: "a" stays, the 2 others are pending.',
  ],
])('the result of writing, case %#', (list, setBack, text) => {
  expect(writtenText(list, setBack)).toBe(text);
});

test('the reminder', () => {
  expect(reminderText(1)).toMatchInlineSnapshot(
    `"Your todo list still has 1 unfinished item. Do what is left, or update the list if it is done or no longer needed. Then give your complete final answer: it replaces the one above."`,
  );
  expect(reminderText(3)).toContain('3 unfinished items.');
});
