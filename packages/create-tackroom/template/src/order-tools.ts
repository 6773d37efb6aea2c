import { Inject, Param, ReplayPolicy, RequiresApproval, Tool, Toolkit, ToolFailure } from 'tackroom';
import { OrderBook, type Order } from './order-book.js';

/** What an agent can do with orders. Every method under `@Tool` is a tool; the model reads the descriptions. */
@Toolkit({ category: 'orders' })
export class OrderTools {
  constructor(@Inject(OrderBook) private readonly orders: OrderBook) {}

  @Tool({ description: 'Look up an order: what was bought, by whom, and whether it was refunded.' })
  @ReplayPolicy('safe') // It changes nothing, so that a failed call may be repeated.
  async lookUpOrder(@Param('order', 'Number of the order, such as 1042', 'string') number: string): Promise<string> {
    const order = await this.find(number);
    return `Order ${order.number}: a ${order.item} for ${order.customer}, ${order.refunded ? 'refunded' : 'paid'}.`;
  }

  @Tool({ description: 'Refund an order in full. The customer is told the reason.' })
  @RequiresApproval() // Nothing runs before a person has seen these very arguments and said yes.
  async refundOrder(
    @Param('order', 'Number of the order, such as 1042', 'string') number: string,
    @Param('reason', 'Why it is refunded, in one sentence', 'string') reason: string,
  ): Promise<string> {
    const order = await this.find(number);
    if (order.refunded) throw new ToolFailure(`Order ${number} is refunded already.`, { code: 'ORDER_REFUNDED' });
    await this.orders.refund(number);
    return `Refunded ${(order.cents / 100).toFixed(2)} euros to ${order.customer}: ${reason}`;
  }

  private async find(number: string): Promise<Order> {
    const order = await this.orders.find(number);
    if (order !== undefined) return order;
    throw new ToolFailure(`There is no order ${number}. Ask the customer for the number on the receipt.`, { code: 'ORDER_UNKNOWN' });
  }
}
