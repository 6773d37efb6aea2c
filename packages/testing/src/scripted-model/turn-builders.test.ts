import { calls, fails, text } from './turn-builders.js';

test('builders make the turns that a script would hold', () => {
  expect([text('hi'), text('hi', { finish: 'length' }), fails(500), fails(429, 'slow', 1)]).toEqual([
    { text: 'hi' },
    { text: 'hi', finish: 'length' },
    { error: { status: 500, message: 'status 500' } },
    { error: { status: 429, message: 'slow', retryAfter: 1 } },
  ]);
  expect(calls('ping', ['read', { path: 'a' }], { name: 'bad', rawArgs: '{' }, { id: '', name: 'none' })).toEqual({
    toolCalls: [
      { id: 'call-1', name: 'ping', args: {} },
      { id: 'call-2', name: 'read', args: { path: 'a' } },
      { id: 'call-3', name: 'bad', rawArgs: '{' },
      { id: '', name: 'none' },
    ],
  });
});
