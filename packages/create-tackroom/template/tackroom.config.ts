import { defineConfig } from 'tackroom';
import { InMemoryOrderBook, OrderBook } from './src/order-book.js';
import { OrderTools } from './src/order-tools.js';

/** What the `tackroom` command works with in this project, wherever in it you call it. */
export default defineConfig({
  tools: [OrderTools],
  providers: [{ provide: OrderBook, useClass: InMemoryOrderBook }],
  bundles: [], // 'filesystem' would add tools that read files, 'shell' one that runs commands
  agents: { shop: { system: 'You help the customers of a saddlery with their orders.' } },
  // model: 'anthropic/claude-sonnet-4-5', // without a model you are the model
});
