import type { Todo } from '@tackroom/core';
import { SessionTodos } from './session-todos.js';

const list = (content: string): readonly Todo[] => [{ content, status: 'pending' }];

test('lists of a thousand sessions are kept, and the one used longest ago goes first', () => {
  const sessions = new SessionTodos();
  for (let at = 0; at < 1_000; at++) sessions.set(`s${at}`, list(String(at)));
  expect(sessions.get('s0')).toEqual(list('0'));
  sessions.set('one more', list('x'));
  expect(sessions.get('s0')).toEqual(list('0'));
  expect(sessions.get('s1')).toEqual([]);
  expect(sessions.get('s2')).toEqual(list('2'));
});

test('a stored list is put back only where there is none, and an empty one takes no place', () => {
  const sessions = new SessionTodos();
  sessions.restore('s', list('stored'));
  sessions.restore('s', list('older'));
  expect(sessions.get('s')).toEqual(list('stored'));
  sessions.set('s', []);
  sessions.restore('s', list('again'));
  expect(sessions.get('s')).toEqual(list('again'));
});
