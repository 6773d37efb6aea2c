import { redactSecrets } from './redact-secrets.js';

// Made up here, so that no scanner takes them for leaked ones.
const made = (start: string, length: number): string => start + 'aB3'.repeat(length).slice(0, length);

test.each([
  [`curl -H "Authorization: Bearer ${made('', 30)}" https://a.example`, 'curl -H "Authorization: Bearer [redacted]" https://a.example'],
  [`deploy --token=${made('', 12)} --fast`, 'deploy --token=[redacted] --fast'],
  [`API_KEY=${made('', 12)} npm start`, 'API_KEY=[redacted] npm start'],
  [`git clone https://joe:${made('', 12)}@git.example/x`, 'git clone https://joe:[redacted]@git.example/x'],
  [made('sk-', 40), '[redacted]'],
  [made('ghp_', 36), '[redacted]'],
  [`key ${made('AKIA', 0)}${'A1'.repeat(8)}`, 'key [redacted]'],
  ['-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\n', '[redacted]\n'],
])('%j', (text, expected) => {
  expect(redactSecrets(text)).toBe(expected);
});

test.each(['git log --oneline', 'the secret of good tea', 'https://a.example/x?page=2', 'token', 'src/tokens.ts: 5'])(
  '%j stays',
  (text) => {
    expect(redactSecrets(text)).toBe(text);
  },
);

test('texts within lists and objects are looked at, and nothing else is touched', () => {
  expect(redactSecrets({ a: [1, null, 'password=hunter22'], b: { c: true } })).toEqual({
    a: [1, null, 'password=[redacted]'],
    b: { c: true },
  });
});
