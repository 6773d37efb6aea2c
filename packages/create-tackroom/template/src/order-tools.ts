import { Inject, ReplayPolicy, RequiresApproval, Tool, Toolkit, ToolFailure } from 'tackroom';
import { OrderBook, type Order } from './order-book.js';

/**
 * What an agent can do with orders. Every method under `@Tool` is a tool: its name, its comment and its parameters with their
 * types are all that a model is told, and what each call is held against.
 */
@Toolkit({ category: 'orders' })
export class OrderTools {
  constructor(@Inject(OrderBook) private readonly orders: OrderBook) {}

  /**
   * Look up an order: what was bought, by whom, and whether it was refunded.
   * @param order Number of the order, such as 1042
   */
  @Tool()
  @ReplayPolicy('safe') // It changes nothing, so that a failed call may be repeated.
  async lookUpOrder(order: string): Promise<string> {
    const { number, item, customer, refunded } = await this.find(order);
    return `Order ${number}: a ${item} for ${customer}, ${refunded ? 'refunded' : 'paid'}.`;
  }

  /**
   * Refund an order in full. The customer is told the reason.
   * @param order Number of the order, such as 1042
   * @param reason Why it is refunded, in one sentence
   */
  @Tool()
  @RequiresApproval() // Nothing runs before a person has seen these very arguments and said yes.
  async refundOrder(order: string, reason: string): Promise<string> {
    const { number, customer, cents, refunded } = await this.find(order);
    if (refunded) throw new ToolFailure(`Order ${number} is refunded already.`, { code: 'ORDER_REFUNDED' });
    await this.orders.refund(number);
    return `Refunded ${(cents / 100).toFixed(2)} euros to ${customer}: ${reason}`;
  }

  private async find(number: string): Promise<Order> {
    const order = await this.orders.find(number);
    if (order !== undefined) return order;
    throw new ToolFailure(`There is no order ${number}. Ask the customer for the number on the receipt.`, { code: 'ORDER_UNKNOWN' });
  }
}
