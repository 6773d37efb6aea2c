import { denialText, rejectionText, undecidedText } from './denial-text.js';

test('a denial gives the reason and sends the model another way', () => {
  expect(denialText({ reason: 'a rule forbids run_command with this command' })).toMatchInlineSnapshot(
    `"Permission denied: a rule forbids run_command with this command. Take another way instead of repeating this call."`,
  );
  expect(denialText({ reason: 'Production is frozen until Monday.' })).toMatchInlineSnapshot(
    `"Permission denied: Production is frozen until Monday. Take another way instead of repeating this call."`,
  );
});

test('a rejection says that a person refused, gives their words, and asks for no repeat', () => {
  expect(rejectionText()).toMatchInlineSnapshot(`"A person refused this call. Do not make this call again."`);
  expect(rejectionText('  ')).toMatchInlineSnapshot(`"A person refused this call. Do not make this call again."`);
  expect(rejectionText('use the staging table')).toMatchInlineSnapshot(
    `"A person refused this call and said: use the staging table. Do not make this call again."`,
  );
  expect(rejectionText('Why delete it?')).toMatchInlineSnapshot(
    `"A person refused this call and said: Why delete it? Do not make this call again."`,
  );
});

test('where nobody could decide, no person is said to have refused', () => {
  expect(undecidedText('the approver failed')).toMatchInlineSnapshot(
    `"This call needs approval, and no decision could be obtained: the approver failed. It did not run. Go on without it and say that it still needs approval."`,
  );
});
