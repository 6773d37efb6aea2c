import { setTimeout as sleep } from 'node:timers/promises';
import { Concurrency, Ctx, Param, RequiresApproval, Timeout, Tool, Toolkit } from 'tackroom';

/** Tools that end in every way a call can. Each says when it started and ended, so that a reader can see what overlapped. */
@Toolkit({ category: 'demo' })
export class OutcomeTools {
  private readonly running = new Set<string>();
  private readonly overlaps = new Set<string>();

  @Tool({ description: 'Answer after a moment; calls of it overlap.' })
  async parallelWork(@Param('label', 'Name of the work', 'string') label: string): Promise<string> {
    return this.work('parallel', label);
  }

  @Tool({ description: 'Answer after a moment; calls of it take turns.' })
  @Concurrency('serial')
  async serialWork(@Param('label', 'Name of the work', 'string') label: string): Promise<string> {
    return this.work('serial', label);
  }

  @Tool({ description: 'Change one account; calls for the same account exclude each other.' })
  @Concurrency({ key: (args) => ['accounts', String(args['account'])], mode: 'write' })
  async changeAccount(
    @Param('account', 'Number of the account', 'string') account: string,
    @Param('label', 'Name of the work', 'string') label: string,
  ): Promise<string> {
    return this.work(`account ${account}`, label);
  }

  @Tool({ description: 'Fail.' })
  throwError(): never {
    throw new RangeError('the shelf is empty');
  }

  @Tool({ description: 'Throw something that is no error.' })
  throwNothing(): never {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the example shows that even this becomes a result
    throw undefined;
  }

  @Tool({ description: 'Never answer.' })
  @Timeout(100)
  async hang(@Ctx() ctx: Ctx): Promise<never> {
    await sleep(60_000, undefined, { signal: ctx.signal });
    throw new Error('unreachable');
  }

  @Tool({ description: 'Pay an invoice.' })
  @RequiresApproval({ reason: 'money leaves the house' })
  payInvoice(@Param('invoice', 'Number of the invoice', 'integer') invoice: number): string {
    return `paid invoice ${invoice}`;
  }

  @Tool({ description: 'Which kinds of work overlapped so far.' })
  @Concurrency('serial')
  overlapped(): readonly string[] {
    return [...this.overlaps].sort();
  }

  private async work(lane: string, label: string): Promise<string> {
    if (this.running.has(lane)) this.overlaps.add(lane);
    this.running.add(lane);
    await sleep(20);
    this.running.delete(lane);
    return `${lane}: ${label}`;
  }
}
