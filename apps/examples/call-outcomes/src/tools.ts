import { setTimeout as sleep } from 'node:timers/promises';
import { Concurrency, Ctx, RequiresApproval, Timeout, Tool, Toolkit, type Integer } from 'tackroom';

/** Tools that end in every way a call can. Each says when it started and ended, so that a reader can see what overlapped. */
@Toolkit({ category: 'demo' })
export class OutcomeTools {
  private readonly running = new Set<string>();
  private readonly overlaps = new Set<string>();

  /**
   * Answer after a moment; calls of it overlap.
   * @param label Name of the work
   */
  @Tool()
  async parallelWork(label: string): Promise<string> {
    return this.work('parallel', label);
  }

  /**
   * Answer after a moment; calls of it take turns.
   * @param label Name of the work
   */
  @Tool()
  @Concurrency('serial')
  async serialWork(label: string): Promise<string> {
    return this.work('serial', label);
  }

  /**
   * Change one account; calls for the same account exclude each other.
   * @param account Number of the account
   * @param label Name of the work
   */
  @Tool()
  @Concurrency({ key: (args) => ['accounts', String(args['account'])], mode: 'write' })
  async changeAccount(account: string, label: string): Promise<string> {
    return this.work(`account ${account}`, label);
  }

  /** Fail. */
  @Tool()
  throwError(): never {
    throw new RangeError('the shelf is empty');
  }

  /** Throw something that is no error. */
  @Tool()
  throwNothing(): never {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the example shows that even this becomes a result
    throw undefined;
  }

  /** Never answer. */
  @Tool()
  @Timeout(100)
  async hang(@Ctx() ctx: Ctx): Promise<never> {
    await sleep(60_000, undefined, { signal: ctx.signal });
    throw new Error('unreachable');
  }

  /**
   * Pay an invoice.
   * @param invoice Number of the invoice
   */
  @Tool()
  @RequiresApproval({ reason: 'money leaves the house' })
  payInvoice(invoice: Integer): string {
    return `paid invoice ${invoice}`;
  }

  /** Which kinds of work overlapped so far. */
  @Tool()
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
