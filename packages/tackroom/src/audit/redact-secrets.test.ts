import type { JsonObject } from '@tackroom/core';
import { redactSecrets } from './redact-secrets.js';

test.each<[string, JsonObject, JsonObject]>([
  [
    'texts in lists and objects',
    { a: [1, null, 'password=hunter22'], b: { c: true } },
    { a: [1, null, 'password=[redacted]'], b: { c: true } },
  ],
  ['a member by its name', { user: 'bob', password: 'hunter2' }, { user: 'bob', password: '[redacted]' }],
  [
    'at any depth',
    { options: { apiKey: 'k', env: { DB_PASSWORD: 'x', PORT: '5' } } },
    { options: { apiKey: '[redacted]', env: { DB_PASSWORD: '[redacted]', PORT: '5' } } },
  ],
  [
    'all that is in it',
    { credentials: { user: 'joe', parts: ['a', 'b'], ok: true }, passcode: 1234 },
    { credentials: { user: '[redacted]', parts: ['[redacted]', '[redacted]'], ok: true }, passcode: '[redacted]' },
  ],
  [
    'headers',
    { headers: { Authorization: 'Bearer x', Cookie: 'sid=1', Accept: 'text/html' } },
    { headers: { Authorization: '[redacted]', Cookie: '[redacted]', Accept: 'text/html' } },
  ],
  [
    'headers as a list of pairs',
    {
      headers: [
        ['x-api-key', 'k'],
        ['accept', 'a'],
      ],
    },
    {
      headers: [
        ['x-api-key', '[redacted]'],
        ['accept', 'a'],
      ],
    },
  ],
  [
    'names beside values',
    {
      env: [
        { name: 'DB_PASSWORD', value: 'x' },
        { name: 'PORT', value: '5' },
      ],
    },
    {
      env: [
        { name: 'DB_PASSWORD', value: '[redacted]' },
        { name: 'PORT', value: '5' },
      ],
    },
  ],
  [
    'arguments of a program',
    { argv: ['mysql', '-pX1', '--password', 'y z', '-u', 'root'], more: ['curl', '-u', 'bob:x'], and: ['docker', 'run', '-p', '80:80'] },
    {
      argv: ['mysql', '-p[redacted]', '--password', '[redacted]', '-u', 'root'],
      more: ['curl', '-u', 'bob:[redacted]'],
      and: ['docker', 'run', '-p', '80:80'],
    },
  ],
  [
    'nothing of ordinary members',
    {
      max_tokens: 5,
      tokens: 7,
      author: 'joe',
      passed: 3,
      pwd: '/work',
      password: '',
      token: null,
      secret: true,
      sessionId: 's1',
      key: 'a',
    },
    {
      max_tokens: 5,
      tokens: 7,
      author: 'joe',
      passed: 3,
      pwd: '/work',
      password: '',
      token: null,
      secret: true,
      sessionId: 's1',
      key: 'a',
    },
  ],
])('%s', (_, value, expected) => {
  expect(redactSecrets(value)).toEqual(expected);
});
