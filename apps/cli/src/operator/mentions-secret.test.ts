import { mentionsSecret } from './mentions-secret.js';

const tools = [{ secretParameters: [] }, { secretParameters: ['password', 'api.key'] }];

test.each([
  ['log_in user=me password=hunter2', true],
  ['log_on password="two words"', true],
  ['log_in {"user":"me", "password" : "hunter2"}', true],
  ["log_in 'password=x'", true],
  ['password=x', true],
  ['log_in user=me \\\npassword=x', true],
  ['log_in api.key=x', true],
  ['log_in apikey=x', false],
  ['log_in user=me', false],
  ['What is a password?', false],
  ['set old_password=x no.password=x', false],
])('%j: %j', (line, expected) => {
  expect(mentionsSecret(line, tools)).toBe(expected);
});
