import type { ApprovalAnswer, ApprovalRequest, Approver } from 'tackroom';
import { inTurn } from './in-turn.js';

const saying = (answer: ApprovalAnswer | undefined): Approver => ({ approve: () => answer });
const silent = saying(undefined);
const yes = saying({ type: 'approve' });
const no = saying({ type: 'reject' });
const failing: Approver = { approve: () => Promise.reject(new Error('down')) };

const ask = (approver: Approver | undefined) => approver?.approve({} as ApprovalRequest, new AbortController().signal); // none of these looks at it

test.each([
  ['the first one answers', yes, no, { type: 'approve' }],
  ['the second one answers what is left open', silent, no, { type: 'reject' }],
  ['nobody answers', silent, silent, undefined],
  ['there is only a first one', yes, undefined, { type: 'approve' }],
  ['there is only a second one', undefined, no, { type: 'reject' }],
])('%s', async (_what, first, second, answer) => {
  expect(await ask(inTurn(first, second))).toEqual(answer);
});

test('a failure of the first one is not handed on: somebody else would approve what it could not judge', async () => {
  await expect(ask(inTurn(failing, yes))).rejects.toThrow('down');
});

test('without any there is none', () => {
  expect(inTurn(undefined, undefined)).toBeUndefined();
});
