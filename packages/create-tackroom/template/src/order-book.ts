import { token, type Token } from 'tackroom';

/** An order of the shop. */
export interface Order {
  readonly number: string;
  readonly customer: string;
  readonly item: string;
  /** What was paid, in cents. */
  readonly cents: number;
  readonly refunded: boolean;
}

/** Where the orders are kept. Put your database or your shop's API behind this. */
export interface OrderBook {
  /** The order with this number; undefined if there is none. */
  find(number: string): Promise<Order | undefined>;
  /** Marks an order as refunded. */
  refund(number: string): Promise<void>;
}

/** What a constructor asks for with `@Inject(OrderBook)`. */
export const OrderBook: Token<OrderBook> = token('OrderBook');

/** A few orders in memory, gone when the process ends. */
export class InMemoryOrderBook implements OrderBook {
  private readonly orders = new Map<string, Order>([
    ['1042', { number: '1042', customer: 'Ada', item: 'bridle', cents: 8900, refunded: false }],
    ['1043', { number: '1043', customer: 'Grace', item: 'saddle', cents: 124000, refunded: false }],
  ]);

  async find(number: string): Promise<Order | undefined> {
    return this.orders.get(number);
  }

  async refund(number: string): Promise<void> {
    const order = this.orders.get(number);
    if (order !== undefined) this.orders.set(number, { ...order, refunded: true });
  }
}
