import type { Message } from '@tackroom/core';
import { TranscriptLog } from './transcript-log.js';

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const says = (text: string): Message => ({ role: 'assistant', content: [{ type: 'text', text }] });

test('a prompt grows at its end: the same array, with the request before as its prefix', () => {
  const log = new TranscriptLog([user('a')], false);
  log.headWith('be kind');
  const first = log.prompt('v4');
  const before = [...first];
  log.append(says('b'));
  log.append(user('c'));
  const second = log.prompt('v4');
  expect(second).toBe(first);
  expect(second.slice(0, before.length)).toEqual(before);
  expect(second).toEqual([{ role: 'system', content: 'be kind' }, user('a'), says('b'), user('c')]);
});

test('messages from outside are repaired in what is sent and kept as they came in what is stored', () => {
  const given = [user('a'), user('b')];
  const log = new TranscriptLog(given, true);
  expect(log.prompt('v4')).toHaveLength(1);
  log.append(says('c'));
  expect(log.prompt('v4')).toHaveLength(2);
  expect(log.messages).toEqual([...given, says('c')]);
});

test('versions have prompts of their own, and a prompt for one request only changes none of them', () => {
  const log = new TranscriptLog([user('a')], false);
  expect(log.promptOf('v2', [...log.messages, user('note')])).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'note' },
      ],
    },
  ]);
  expect(log.prompt('v2')).not.toBe(log.prompt('v4'));
  expect(log.prompt('v2')).toEqual([user('a')]);
});
