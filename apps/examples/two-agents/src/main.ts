import assert from 'node:assert/strict';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import {
  Concurrency,
  Ctx,
  HarnessModule,
  Inject,
  ReplayPolicy,
  Tool,
  Toolkit,
  type Agent,
  type EventListener,
  type Integer,
} from 'tackroom';

/** One for the whole harness: both agents work on these books. */
class Ledger {
  static made = 0;
  private readonly balances = new Map([['rent', 900]]);

  constructor() {
    Ledger.made += 1;
  }

  balanceOf(account: string): number {
    return this.balances.get(account) ?? 0;
  }

  /** Reads, looks the change up somewhere slow, then writes: two of these at once would lose one. */
  async change(account: string, euros: number): Promise<number> {
    const before = this.balanceOf(account);
    await new Promise((resolve) => setImmediate(resolve));
    this.balances.set(account, before + euros);
    return before + euros;
  }
}

// #region toolkit
/** Who a run works for: its `deps`. */
interface Caller {
  readonly user: string;
}

@Toolkit({ category: 'books' })
class BookTools {
  constructor(@Inject(Ledger) private readonly ledger: Ledger) {}

  /**
   * Say how much is on an account.
   * @param account Name of the account
   */
  @Tool()
  @ReplayPolicy('safe')
  @Concurrency({ key: (args) => ['accounts', String(args['account'])], mode: 'read' })
  readBalance(account: string): string {
    return `${account}: ${this.ledger.balanceOf(account)} euros`;
  }

  /**
   * Add euros to an account, or take them with a minus.
   * @param account Name of the account
   * @param euros How many
   */
  @Tool()
  @Concurrency({ key: (args) => ['accounts', String(args['account'])], mode: 'write' })
  async postEntry(account: string, euros: Integer, @Ctx() ctx: Ctx<Caller>): Promise<string> {
    return `${ctx.deps.user} posted ${euros}; ${account}: ${await this.ledger.change(account, euros)} euros`;
  }
}
// #endregion

const refusals: string[] = [];
const post = (euros: number) => ({ name: 'post_entry', args: { account: 'rent', euros } });
const clerkModel = new ScriptedModel([calls(post(-100), post(-100), post(-100)), text('Posted.')]);
const auditorModel = new ScriptedModel([calls(post(1_000_000), ['read_balance', { account: 'rent' }]), text('I only read.')]);

// #region agents
const harness = await HarnessModule.create({
  providers: [Ledger],
  tools: [BookTools],
  permissions: { allow: ['post_entry'] },
});
const clerk = harness.createAgent({ name: 'clerk', model: clerkModel, system: 'You keep the books.' });
const auditor = harness.createAgent({
  name: 'auditor',
  model: auditorModel,
  system: 'You check the books.',
  permissions: { deny: ['post_entry'] }, // an agent's rules only narrow what the harness allows
});

const [posted, checked] = await Promise.all([
  clerk.run('Pay the rent three times.', { deps: { user: 'Kim' } satisfies Caller, onEvent: show(clerk) }),
  auditor.run('Correct the books.', { deps: { user: 'Lou' } satisfies Caller, onEvent: show(auditor) }),
]);
// #endregion

const after = await harness.execute({ name: 'read_balance', args: { account: 'rent' } });
await harness.close();
console.log(`Afterwards: ${String(after.content)}`);

assert.equal(after.content, 'rent: 600 euros', 'the three changes took turns, and the million was never posted');
assert.equal(Ledger.made, 1, 'both agents worked on the same books');
assert.deepEqual([posted.text, checked.text], ['Posted.', 'I only read.']);
assert.deepEqual(refusals, ['auditor: post_entry'], 'the clerk may post, the auditor may not');

/** Prints the results of an agent's calls as they come, and keeps which were refused. */
function show(agent: Agent): EventListener {
  return (event) => {
    if (event.type !== 'tool-result') return;
    console.log(`${agent.name}, ${event.toolName}: ${String(event.content)}`);
    if (event.error?.code === 'PERMISSION_DENIED') refusals.push(`${agent.name}: ${event.toolName}`);
  };
}
