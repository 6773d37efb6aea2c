import { calls, InMemoryWorkspace, ScriptedModel, text } from '@tackroom/testing';
import { Ctx, Dep, HarnessModule, Inject, Injectable, token, Tool, Toolkit, type Provider, type Token } from 'tackroom';

// The code of docs/guides/dependency-injection.md that its example does not have, and that it does what the page says.

const closed: string[] = [];

// #region services
interface Mailer {
  send(to: string): void;
}
const Mailer: Token<Mailer> = token('example/Mailer');
const SenderName: Token<string> = token('example/SenderName');

class Connection {
  constructor(readonly url: string) {}

  close(): void {
    closed.push(this.url);
  }
}

@Injectable()
class Templates {
  greeting = 'Dear reader';
}

class ConnectedMailer implements Mailer {
  readonly sent: string[] = [];

  constructor(
    readonly connection: Connection,
    readonly sender: string,
  ) {}

  send(to: string): void {
    this.sent.push(`${this.sender} to ${to}`);
  }
}

const providers: readonly Provider[] = [
  { provide: SenderName, useValue: 'The library' },
  { provide: Connection, useFactory: () => Promise.resolve(new Connection('smtp://mail')) },
  { provide: Mailer, useFactory: (to: Connection, name: string) => new ConnectedMailer(to, name), inject: [Connection, SenderName] },
];
// #endregion

// #region constructor
@Toolkit({ category: 'mail' })
class MailTools {
  constructor(
    @Inject(Mailer) private readonly mailer: Mailer,
    @Inject(Templates) private readonly templates: Templates,
  ) {}

  /**
   * Write to a reader.
   * @param name Name of the reader
   */
  @Tool()
  writeTo(name: string): string {
    this.mailer.send(name);
    return `${this.templates.greeting} ${name}`;
  }
}
// #endregion

test('every form of a provider, and what a harness made it closes', async () => {
  const harness = await HarnessModule.create({ providers, tools: [MailTools], permissions: { profile: 'open' } });
  const { content } = await harness.execute({ name: 'write_to', args: { name: 'Kim' } });
  expect(content).toBe('Dear reader Kim');
  await harness.close();
  expect(closed).toEqual(['smtp://mail']);
});

interface Caller {
  readonly user: string;
}

class Basket {
  readonly items: string[] = [];
}

// #region ctx
@Toolkit({ category: 'shop' })
class BasketTools {
  /**
   * Put something into the basket.
   * @param item Name of the item
   */
  @Tool()
  addItem(item: string, @Dep(Basket) basket: Basket, @Ctx() ctx: Ctx<Caller>): string {
    ctx.log.info('an item was added', { item, callId: ctx.call.id });
    basket.items.push(item);
    return `${ctx.deps.user} has ${basket.items.length} in the basket of run ${ctx.run.id}`;
  }

  /** Look at what is around. */
  @Tool()
  async lookAround(@Ctx() ctx: Ctx<Caller>): Promise<readonly string[]> {
    const { matches } = await ctx.workspace.glob({ pattern: '**/*', limit: 100, signal: ctx.signal });
    const { verdict } = await ctx.permissions.check('add_item', { item: 'apple' });
    const basket = ctx.get(Basket); // the same as @Dep(Basket), but missing only when it is asked for
    return [...matches, verdict, `${basket.items.length} items`, `${ctx.state.messages.length} messages`];
  }
}
// #endregion

test('a run brings values, which no other run sees', async () => {
  const logged: unknown[] = [];
  const log = (message: string, fields?: unknown): unknown => logged.push([message, fields]);
  const harness = await HarnessModule.create({
    tools: [BasketTools],
    workspace: new InMemoryWorkspace({ 'list.txt': 'apples' }),
    logger: { debug() {}, info: log, warn() {}, error() {} },
  });
  const model = () => new ScriptedModel([calls(['add_item', { item: 'apple' }]), calls('look_around'), text('ok')]);
  const results: unknown[] = [];
  // #region per-run
  const result = await harness.createAgent({ name: 'shop', model: model() }).run('Buy an apple.', {
    deps: { user: 'Kim' } satisfies Caller,
    providers: [{ provide: Basket, useClass: Basket }], // made for this run, closed with it
    onEvent: (event) => event.type === 'tool-result' && results.push(event.content),
  });
  // #endregion
  expect(results).toEqual([`Kim has 1 in the basket of run ${result.state.runId}`, '["list.txt","allow","1 items","4 messages"]']);
  expect(logged).toEqual([['an item was added', { item: 'apple', callId: expect.any(String) }]]);

  await expect(harness.createAgent({ name: 'other', model: model() }).run('Buy an apple.')).rejects.toMatchObject({
    code: 'RUN_DEPENDENCY_MISSING',
  });
  await harness.close();
});
