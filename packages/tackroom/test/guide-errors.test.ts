import { calls, ScriptedModel, text } from '@tackroom/testing';
import { Ctx, Dep, HarnessModule, Inject, RequiresApproval, token, Tool, Toolkit, type Token } from 'tackroom';
import { errorOf, expectText } from './guide-error-text.js';

// The errors of docs/guides/errors-explained.md. Each is made here; its text is in fixtures/guide-errors, where the page takes
// it from. After a change of a text: GUIDE_ERRORS=write npm run jest -- guide-errors, and read what changed.

interface MailServer {
  send(to: string): void;
}
const MailServer: Token<MailServer> = token('example/MailServer');

test('1: decorators of another kind', async () => {
  // What a compiler does that knows only ECMAScript's decorators: the second argument is a context.
  const asStandard = Tool({ description: 'Send mail.' }) as (method: () => void, context: object) => void;
  expectText('decorator-standard', await errorOf(() => asStandard(() => {}, { kind: 'method', name: 'sendMail' })));
});

test('2: a tool without a description', async () => {
  // #region description
  @Toolkit()
  class MailTools {
    @Tool()
    sendMail(to: string): string {
      return `sent to ${to}`;
    }
  }
  // #endregion
  expectText('description', await errorOf(() => HarnessModule.create({ tools: [MailTools] })));
});

test('3: a parameter of a type that JSON has not (without-signatures.test.ts has one whose signature was not compiled)', async () => {
  // #region refused
  @Toolkit()
  class MailTools {
    /** Send mail. */
    @Tool()
    sendMail(to: Set<string>): string {
      return `sent to ${[...to].join(', ')}`;
    }
  }
  // #endregion
  expectText('refused', await errorOf(() => HarnessModule.create({ tools: [MailTools] })));
});

test('4: a dependency that nobody provides', async () => {
  // #region missing
  @Toolkit()
  class MailTools {
    constructor(@Inject(MailServer) private readonly server: MailServer) {}

    /**
     * Send mail.
     * @param to Address of the receiver
     */
    @Tool()
    sendMail(to: string): void {
      this.server.send(to);
    }
  }
  // #endregion
  expectText('missing', await errorOf(() => HarnessModule.create({ tools: [MailTools] })));
});

test('5: a dependency that nobody names', async () => {
  // #region unknown
  @Toolkit()
  class MailTools {
    constructor(private readonly server: MailServer) {}

    /**
     * Send mail.
     * @param to Address of the receiver
     */
    @Tool()
    sendMail(to: string): void {
      this.server.send(to);
    }
  }
  // #endregion
  expectText('unknown', await errorOf(() => HarnessModule.create({ tools: [MailTools] })));
});

@Toolkit()
class MailTools {
  /**
   * Send mail.
   * @param to Address of the receiver
   */
  @Tool()
  @RequiresApproval({ when: (args) => args['to'] !== 'me@example.org', reason: 'it goes to somebody else' })
  sendMail(to: string, @Ctx() ctx: Ctx<{ readonly from: string }>): string {
    return `sent from ${ctx.deps.from} to ${to}`;
  }
}

test('6: a rule about a tool that nobody has', async () => {
  const error = await errorOf(
    () =>
      // #region rule
      HarnessModule.create({ tools: [MailTools], permissions: { deny: ['sendMail'] } }),
    // #endregion
  );
  expectText('rule', error);
});

test('7: a run that brings too little', async () => {
  // #region dep
  class Outbox {
    readonly letters: string[] = [];
  }

  @Toolkit()
  class OutboxTools {
    /**
     * Put a letter into the outbox.
     * @param letter What it says
     */
    @Tool()
    addLetter(letter: string, @Dep(Outbox) outbox: Outbox): number {
      return outbox.letters.push(letter);
    }
  }

  const harness = await HarnessModule.create({ tools: [OutboxTools] });
  const agent = harness.createAgent({ name: 'clerk', model: new ScriptedModel([text('hello')]) });
  const run = () => agent.run('Write a letter.');
  // #endregion
  expectText('dep', await errorOf(run));
  await harness.close();
});

test('8: a stored run that is resumed without its values', async () => {
  const harness = await HarnessModule.create({ tools: [MailTools] });
  const model = new ScriptedModel([calls(['send_mail', { to: 'kim@example.org' }]), text('Sent.')]);
  const agent = harness.createAgent({ name: 'clerk', model });
  // #region deps
  const paused = await agent.run('Write to Kim.', { deps: { from: 'Lou' } });
  const resume = () => agent.resume(paused.state.approve());
  // #endregion
  expectText('deps', await errorOf(resume));
  await harness.close();
});

test('9 and 10: what a model reads, of wrong arguments and of a call that may not be made', async () => {
  // #region model
  const harness = await HarnessModule.create({ tools: [MailTools] });
  const misspelt = await harness.execute({ name: 'send_mail', args: { too: 'kim@example.org' } });
  const unasked = await harness.execute({ name: 'send_mail', args: { to: 'kim@example.org' } });
  // #endregion
  expectText('arguments', misspelt.error);
  expectText('denied', unasked.error);
  await harness.close();
});
