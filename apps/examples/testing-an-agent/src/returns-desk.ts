import { Clock, HarnessModule, Inject, ReplayPolicy, RequiresApproval, Retry, token, Tool, ToolFailure, Toolkit } from 'tackroom';
import type { Harness, Provider, Token } from 'tackroom';

/** Where orders are kept. It may be down for a moment: then it throws a `TransientToolError`. */
export interface OrderBook {
  boughtAt(order: string): Promise<Date | undefined>;
  payBack(order: string, euros: number): Promise<void>;
}
/** Token of the {@link OrderBook}. */
export const OrderBook: Token<OrderBook> = token('example/OrderBook');

const DAY_MS = 86_400_000;

/** What the agent of the returns desk can do. */
@Toolkit({ category: 'returns' })
class ReturnTools {
  constructor(
    @Inject(OrderBook) private readonly orders: OrderBook,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Say how many days ago an order was placed.
   * @param order Number of the order
   */
  @Tool()
  @ReplayPolicy('safe')
  @Retry({ attempts: 3, backoffMs: 1_000, jitter: 0 })
  async orderAge(order: string): Promise<string> {
    return `${await this.daysSince(order)} days`;
  }

  /**
   * Pay an order back, within 30 days.
   * @param order Number of the order
   * @param euros How much of what was paid
   * @param reason What the customer says
   */
  @Tool()
  @RequiresApproval({ reason: 'money leaves the house' })
  async refund(order: string, euros: number, reason?: 'damaged' | 'late' | 'unwanted'): Promise<string> {
    const days = await this.daysSince(order);
    if (days > 30) throw new ToolFailure(`Order ${order} is ${days} days old; only 30 are allowed.`, { code: 'ORDER_TOO_OLD' });
    await this.orders.payBack(order, euros);
    return `Paid ${euros} euros back for order ${order}${reason === undefined ? '' : `, which was ${reason}`}.`;
  }

  private async daysSince(order: string): Promise<number> {
    const bought = await this.orders.boughtAt(order);
    if (bought === undefined) throw new ToolFailure(`There is no order ${order}.`);
    return Math.floor((this.clock.now() - bought.getTime()) / DAY_MS);
  }
}

// #region create
/** The harness of the returns desk. A program gives its order book, a test a small one and a clock of its own. */
export function createReturnsDesk(providers: readonly Provider[]): Promise<Harness> {
  return HarnessModule.create({ providers, tools: [ReturnTools] });
}
// #endregion
