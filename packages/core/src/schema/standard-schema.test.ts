import type { StandardSchema } from '../contracts/standard-schema.js';
import { parseStandard, refuse } from './standard-schema.js';

/** A schema that answers with what it is given. */
const answering = (answer: unknown): StandardSchema =>
  ({ '~standard': { version: 1, vendor: 'test', validate: () => answer } }) as unknown as StandardSchema; // only what is called

const refusal = { issues: [{ message: 'is too\n short', path: ['list', { key: 0 }, 'name'] }, { message: 'no' }] };
/** A promise of a library, or of another realm: no `Promise` of ours. */
const later = (value: unknown): object => ({ then: (take: (value: unknown) => void) => void take(value) });

test.each([
  ['at once', refusal],
  ['in a promise', Promise.resolve(refusal)],
  ['in a thenable', later(refusal)],
])('what is refused %s is refused', async (_name, answer) => {
  const line = 'args.list[0].name: is too short; args: no';
  expect(await refuse(answering(answer), {}, 'args')).toBe(line);
  await expect((async () => parseStandard(answering(answer), {}, 'args'))()).rejects.toMatchObject({
    code: 'ARGUMENTS_INVALID',
    message: line,
  });
});

test.each([
  ['at once', { value: 7 }],
  ['in a promise', Promise.resolve({ value: 7 })],
  ['in a thenable', later({ value: 7 })],
])('what is accepted %s is taken', async (_name, answer) => {
  expect(await refuse(answering(answer), {}, '')).toBeUndefined();
  expect(await parseStandard(answering(answer), {}, '')).toBe(7);
});

test('what a library quotes of the value is cut and escaped', () => {
  const message = `no \u202e\u0000${'x'.repeat(400)}`;
  expect(refuse(answering({ issues: [{ message, path: ['a\u202e'] }] }), {}, '')).toBe(
    `["a\\u202e"]: no \\u202e\\u0000${'x'.repeat(295)}…`,
  );
});
