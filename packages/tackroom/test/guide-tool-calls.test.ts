import { createHash } from 'node:crypto';
import { FakeClock } from '@tackroom/testing';
import {
  Clock,
  Concurrency,
  Ctx,
  HarnessModule,
  Offload,
  Reconcile,
  ReplayPolicy,
  Retry,
  Timeout,
  Tool,
  Toolkit,
  TransientToolError,
  type Class,
  type JsonObject,
} from 'tackroom';

// The code of docs/guides/tools-and-decorators.md that says how calls run, and that it does what the page says.

/** A service that takes an order once, however often it is sent. */
class Supplier {
  readonly orders = new Map<string, string>();
  failures = 1;

  take(order: string, key: string): void {
    this.orders.set(key, order);
    if (this.failures-- > 0) throw new TransientToolError('The answer was lost.');
  }
}
const supplier = new Supplier();

// #region replay
@Toolkit({ category: 'library' })
class OrderTools {
  /**
   * Order a book.
   * @param title The title
   */
  @Tool()
  @ReplayPolicy('idempotent')
  @Retry({ attempts: 5, backoffMs: 200 })
  @Reconcile('wasOrdered')
  orderBook(title: string, @Ctx() ctx: Ctx): string {
    supplier.take(title, ctx.call.idempotencyKey); // the same key for every attempt: the supplier takes it once
    return `ordered ${title}`;
  }

  wasOrdered(idempotencyKey: string): boolean {
    return supplier.orders.has(idempotencyKey);
  }
}
// #endregion

// #region concurrency
@Toolkit({ category: 'library' })
class StockTools {
  /**
   * Count what is on a shelf.
   * @param shelf Name of the shelf
   */
  @Tool()
  @Concurrency({ key: (args) => ['shelves', String(args['shelf'])], mode: 'read' })
  countShelf(shelf: string): string {
    return `shelf ${shelf}: 30 books`;
  }

  /**
   * Sort a shelf.
   * @param shelf Name of the shelf
   */
  @Tool()
  @Concurrency({ key: (args) => ['shelves', String(args['shelf'])], mode: 'write' })
  sortShelf(shelf: string): string {
    return `shelf ${shelf} is sorted`;
  }

  /** Move all shelves. */
  @Tool()
  @Concurrency({ key: () => 'shelves', mode: 'write' })
  moveShelves(): string {
    return 'all shelves are moved';
  }

  /**
   * Announce something in the hall.
   * @param text What to say
   */
  @Tool()
  @Concurrency('serial')
  announce(text: string): string {
    return `said: ${text}`;
  }
}
// #endregion

// #region timeout
@Toolkit({ category: 'library' })
class RemoteTools {
  /**
   * Ask another library.
   * @param question What to ask
   */
  @Tool()
  @Timeout(60_000)
  async askOther(question: string, @Ctx() ctx: Ctx): Promise<string> {
    ctx.call.progress('waiting for an answer');
    return answerTo(question, ctx.signal);
  }
}
// #endregion

function answerTo(question: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    if (question === 'short') return resolve('yes');
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

// #region offload
/** Runs in a worker: it may take the processor for as long as the deadline says. */
export function digestText({ text: of }: JsonObject): string {
  return createHash('sha256').update(String(of)).digest('hex');
}

@Toolkit({ category: 'library' })
class DigestTools {
  /**
   * Give the SHA-256 digest of a long text.
   * @param text Any text
   */
  @Tool()
  @Offload({ module: import.meta.url, exportName: 'digestText' })
  digestText(text: string): string {
    return digestText({ text });
  }
}
// #endregion

test.each<[Class, string, JsonObject, unknown]>([
  [StockTools, 'count_shelf', { shelf: 'A' }, 'shelf A: 30 books'],
  [StockTools, 'move_shelves', {}, 'all shelves are moved'],
  [RemoteTools, 'ask_other', { question: 'short' }, 'yes'],
])('%p: %s %j', async (toolkit, name, args, content) => {
  const harness = await HarnessModule.create({ tools: [toolkit], permissions: { profile: 'open' } });
  expect((await harness.execute({ name, args })).content).toEqual(content);
  await harness.close();
});

test('a handler that fails for the moment is called again, with the same key', async () => {
  const clock = new FakeClock();
  const harness = await HarnessModule.create({
    tools: [OrderTools],
    providers: [{ provide: Clock, useValue: clock }],
    permissions: { profile: 'open' },
  });
  const ordered = harness.execute({ name: 'order_book', args: { title: 'Emma' } });
  await clock.advance(200);
  expect(await ordered).toMatchObject({ content: 'ordered Emma', metadata: { attempts: 2 } });
  const [key = ''] = [...supplier.orders.keys()];
  expect([supplier.orders.size, harness.tools.get('order_book')?.reconcile === undefined]).toEqual([1, false]);
  expect(new OrderTools().wasOrdered(key)).toBe(true);
  await harness.close();
});

test('a call that does not end in time gets an error result', async () => {
  const clock = new FakeClock();
  const harness = await HarnessModule.create({ tools: [RemoteTools], providers: [{ provide: Clock, useValue: clock }] });
  const asked = harness.execute({ name: 'ask_other', args: { question: 'long' } });
  await clock.advance(60_000);
  expect((await asked).error?.code).toBe('TOOL_TIMEOUT');
  await harness.close();
});

test('what runs in a worker is named by its module and export', async () => {
  const harness = await HarnessModule.create({ tools: [DigestTools] });
  expect(harness.tools.get('digest_text')?.offload?.exportName).toBe('digestText');
  expect(digestText({ text: '' })).toMatch(/^e3b0c442/);
  await harness.close();
});
