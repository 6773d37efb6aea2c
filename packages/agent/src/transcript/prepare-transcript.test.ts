import type { Message, ToolCallPart, ToolResultPart } from '@tackroom/core';
import fc from 'fast-check';
import { prepareTranscript } from './prepare-transcript.js';

const user = (...texts: string[]): Message => ({ role: 'user', content: texts.map((text) => ({ type: 'text', text })) });
const says = (text: string, ...ids: string[]): Message => ({
  role: 'assistant',
  content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...ids.map(call)],
});
const call = (id: string): ToolCallPart => ({ type: 'tool-call', toolCallId: id, toolName: 'look', input: {} });
const result = (id: string, value = `result of ${id}`): ToolResultPart => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'look',
  output: { type: 'text', value },
});
const results = (...parts: ToolResultPart[]): Message => ({ role: 'tool', content: parts });
const stub = (id: string): ToolResultPart => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'look',
  output: { type: 'error-text', value: 'This call was interrupted before it had a result; it is not known whether it took effect.' },
});

test.each<[string, readonly Message[], readonly Message[]]>([
  [
    'a call without a result gets a stub, right after it',
    [user('go'), says('', 't1', 't2'), results(result('t1')), user('and?')],
    [user('go'), says('', 't1', 't2'), results(result('t1'), stub('t2')), user('and?')],
  ],
  [
    'results come in call order',
    [says('', 'a', 'b'), results(result('b'), result('a'))],
    [says('', 'a', 'b'), results(result('a'), result('b'))],
  ],
  [
    'results in several messages become one, even with a user in between',
    [says('', 'a', 'b'), results(result('b')), user('wait'), results(result('a'))],
    [says('', 'a', 'b'), results(result('a'), result('b')), user('wait')],
  ],
  ['a result of no call is dropped', [user('go'), results(result('x')), says('hi')], [user('go'), says('hi')]],
  ['a result that comes before its call is dropped', [results(result('a')), says('', 'a')], [says('', 'a'), results(stub('a'))]],
  [
    'a result that comes too late is moved to its call',
    [says('', 'a'), user('hm'), says('well'), results(result('a')), user('?')],
    [says('', 'a'), results(result('a')), user('hm'), says('well'), user('?')],
  ],
  [
    'of two results of one call the later is kept',
    [says('', 'a'), results(result('a', 'old'), result('a', 'new'))],
    [says('', 'a'), results(result('a', 'new'))],
  ],
  [
    'two calls with one id take its results in order',
    [says('', 'c', 'c'), results(result('c', 'first'), result('c', 'second'))],
    [says('', 'c', 'c'), results(result('c', 'first'), result('c', 'second'))],
  ],
  [
    'an id that is used again in the next turn crosses nothing',
    [says('', 'c'), results(result('c', 'first')), says('', 'c'), results(result('c', 'second'))],
    [says('', 'c'), results(result('c', 'first')), says('', 'c'), results(result('c', 'second'))],
  ],
  [
    'neighbours of one role are merged',
    [user('a'), user('b'), says('c'), says('d')],
    [
      user('a', 'b'),
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'c' },
          { type: 'text', text: 'd' },
        ],
      },
    ],
  ],
  ['empty messages and empty texts are left out', [user(''), says(''), user('a', ''), says('b')], [user('a'), says('b')]],
  [
    'system messages stay where they are',
    [{ role: 'system', content: 's' }, user('a'), { role: 'system', content: '' }],
    [{ role: 'system', content: 's' }, user('a')],
  ],
  ['halves of surrogate pairs are replaced', [user('a\ud83d')], [user('a\ufffd')]],
])('%s', (_, messages, expected) => {
  expect(prepareTranscript(messages)).toEqual(expected);
});

test('the transcript that is given stays as it is', () => {
  const messages = [says('a', 't1'), user('b\ud800')];
  const copy = structuredClone(messages);
  prepareTranscript(messages);
  expect(messages).toEqual(copy);
});

const ids = fc.constantFrom('a', 'b', 'c');
const anyMessage = fc.oneof(
  fc.array(fc.string({ maxLength: 3 }), { maxLength: 2 }).map((texts) => user(...texts)),
  fc.tuple(fc.string({ maxLength: 3 }), fc.array(ids, { maxLength: 3 })).map(([text, calls]) => says(text, ...calls)),
  fc.array(ids, { maxLength: 3 }).map((all) => results(...all.map((id, at) => result(id, String(at))))),
);

test('whatever comes in, every call is followed by exactly its results, and roles alternate', () => {
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 12 }), (messages) => {
      const prepared = prepareTranscript(messages);
      prepared.forEach((message, at) => {
        const next = prepared[at + 1];
        const calls = message.role === 'assistant' ? message.content.filter((part) => part.type === 'tool-call') : [];
        const answered = next?.role === 'tool' ? next.content.map((part) => part.toolCallId) : [];
        expect(answered).toEqual(calls.map((part) => part.toolCallId));
        expect(message.content).not.toHaveLength(0);
        expect(next?.role).not.toBe(message.role);
      });
      expect(prepareTranscript(prepared)).toEqual(prepared);
    }),
  );
});
