import type { Message } from '@tackroom/core';
import { TranscriptLog } from './transcript-log.js';

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const says = (text: string): Message => ({ role: 'assistant', content: [{ type: 'text', text }] });

test('a prompt grows at its end: the same array, with the request before as its prefix', () => {
  const log = new TranscriptLog([user('a')], false);
  log.headWith('be kind');
  const first = log.prompt('v4', undefined);
  const before = [...first];
  log.append(says('b'));
  log.append(user('c'));
  const second = log.prompt('v4', undefined);
  expect(second).toBe(first);
  expect(second.slice(0, before.length)).toEqual(before);
  expect(second).toEqual([{ role: 'system', content: 'be kind' }, user('a'), says('b'), user('c')]);
});

test('messages from outside are repaired in what is sent and kept as they came in what is stored', () => {
  const given = [user('a'), user('b')];
  const log = new TranscriptLog(given, true);
  expect(log.prompt('v4', undefined)).toHaveLength(1);
  log.append(says('c'));
  expect(log.prompt('v4', undefined)).toHaveLength(2);
  expect(log.messages).toEqual([...given, says('c')]);
});

test('versions have prompts of their own, and a prompt for one request only changes none of them', () => {
  const log = new TranscriptLog([user('a')], false);
  expect(log.promptOf('v2', [...log.messages, user('note')], undefined)).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'note' },
      ],
    },
  ]);
  expect(log.prompt('v2', undefined)).not.toBe(log.prompt('v4', undefined));
  expect(log.prompt('v2', undefined)).toEqual([user('a')]);
});

test('a mark is on the head and on the newest message only, and moves without changing what is before it', () => {
  const mark = { anthropic: { cacheControl: { type: 'ephemeral' } } };
  const log = new TranscriptLog([user('a')], false);
  log.headWith('be kind');
  const head = { role: 'system', content: 'be kind', providerOptions: mark };
  const marked = log.prompt('v4', mark);
  expect(marked).toEqual([head, { ...user('a'), providerOptions: mark }]);
  log.append(says('b'));
  expect(log.prompt('v4', mark)).toBe(marked);
  expect(marked).toEqual([head, user('a'), { ...says('b'), providerOptions: mark }]);
  expect(log.prompt('v4', mark)).toEqual([head, user('a'), { ...says('b'), providerOptions: mark }]);
  expect(log.promptOf('v4', [user('c')], mark)).toEqual([head, { ...user('c'), providerOptions: mark }]);
  expect(log.messages).toEqual([user('a'), says('b')]);
});

test('a note is added to the newest message before a model sees it, and never afterwards', () => {
  const log = new TranscriptLog([user('a')], false);
  log.annotate('n1');
  const noted: Message = { role: 'user', content: [...user('a').content, { type: 'text', text: 'n1' }] as never };
  expect(log.prompt('v4', undefined)).toEqual([noted]);
  log.annotate('n2');
  log.append(says('b'));
  log.annotate('n3');
  expect(log.prompt('v4', undefined)).toEqual([noted, says('b')]);
  expect(log.prompt('v2', undefined)).toEqual([noted, says('b')]);
});
