import type { Provider } from 'tackroom';
import { InMemoryOrderBook, OrderBook } from './order-book.js';

export { OrderTools } from './order-tools.js';

/** What the constructors of the tools ask for. */
export const providers: readonly Provider[] = [{ provide: OrderBook, useClass: InMemoryOrderBook }];
