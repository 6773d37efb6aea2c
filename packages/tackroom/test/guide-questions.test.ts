import { calls, ScriptedModel, text } from '@tackroom/testing';
import { askUser, HarnessModule, HumanInputRequired, Tool, Toolkit, type Ask } from 'tackroom';

// #region own
@Toolkit({ category: 'travel' })
class Booking {
  /**
   * Book a seat.
   * @param train Number of the train
   */
  @Tool()
  book(train: string): string {
    throw new HumanInputRequired(`Aisle or window on ${train}?`, ['aisle', 'window']);
  }
}
// #endregion

const asked = (question: string, choices: readonly string[]) => calls({ name: 'ask_user', args: { question, choices: [...choices] } });

test('a program asks while the run waits', async () => {
  const dialog: { readonly ask: Ask } = { ask: (question) => Promise.resolve(question === 'Which table?' ? 'users' : null) };
  // #region ask
  const harness = await HarnessModule.create({
    tools: [askUser({ ask: (question, choices, signal) => dialog.ask(question, choices, signal) })],
  });
  // #endregion
  const model = new ScriptedModel([asked('Which table?', []), text('Done.')]);
  const result = await harness.createAgent({ name: 'clerk', model }).run('Go.');
  expect([result.text, JSON.stringify(result.messages)]).toEqual(['Done.', expect.stringContaining('The user answered: users')]);
  await harness.close();
});

test('the run pauses until somebody answers', async () => {
  const harness = await HarnessModule.create({ tools: [askUser(), Booking] });
  const turns = [asked('Which table?', ['orders', 'users']), calls({ name: 'book', args: { train: '7' } }), text('Done.')];
  const agent = harness.createAgent({ name: 'clerk', model: new ScriptedModel(turns) });
  const input = (choices: readonly string[]): string => choices[0] ?? '';
  // #region answer
  let result = await agent.run('Go.');
  while (result.stopReason === 'question') {
    let { state } = result;
    for (const item of state.pending) if (item.kind === 'question') state = state.answer(item.id, input(item.choices), { by: 'ann' });
    result = await agent.resume(state);
  }
  // #endregion
  const transcript = JSON.stringify(result.messages);
  expect([result.text, transcript]).toEqual(['Done.', expect.stringMatching(/The user answered: orders.*The user answered: aisle/)]);
  await harness.close();
});
