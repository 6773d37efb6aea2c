import assert from 'node:assert/strict';
import { calls, ScriptedModel, text } from '@tackroom/testing';
import { Ctx, Dep, HarnessModule, Inject, token, Tool, Toolkit, type Token } from 'tackroom';

// #region port
type Currency = 'CHF' | 'JPY' | 'USD';

/** Euros for one unit of a currency. A port: the example has a table, a program might ask a service. */
interface ExchangeRates {
  rateOf(currency: Currency): number | undefined;
}
const ExchangeRates: Token<ExchangeRates> = token('example/ExchangeRates');
// #endregion

// #region service
class RateTable implements ExchangeRates {
  static made = 0;
  private readonly rates = new Map<Currency, number>([
    ['CHF', 1.05],
    ['USD', 0.9],
  ]);

  constructor() {
    RateTable.made += 1;
  }

  rateOf(currency: Currency): number | undefined {
    return this.rates.get(currency);
  }
}
// #endregion

// #region run-values
/** Who a run works for: its `deps`. */
interface Caller {
  readonly name: string;
}

/** What one run has booked. Every run is given its own. */
class ExpenseList {
  readonly lines: string[] = [];
}
// #endregion

// #region toolkit
@Toolkit({ category: 'expenses' })
class ExpenseTools {
  constructor(@Inject(ExchangeRates) private readonly rates: ExchangeRates) {}

  /**
   * Book an expense in a foreign currency.
   * @param amount How much was paid, in that currency
   */
  @Tool()
  bookExpense(amount: number, currency: Currency, @Dep(ExpenseList) list: ExpenseList, @Ctx() ctx: Ctx<Caller>): string {
    const rate = this.rates.rateOf(currency);
    if (rate === undefined) return `No rate is known for ${currency}.`;
    list.lines.push(`${(amount * rate).toFixed(2)} euros`);
    return `Booked for ${ctx.deps.name}: ${list.lines.join(', ')}`;
  }
}
// #endregion

// #region harness
const harness = await HarnessModule.create({
  providers: [{ provide: ExchangeRates, useClass: RateTable }],
  tools: [ExpenseTools],
});
// #endregion

// #region runs
async function book(caller: Caller, ...expenses: { amount: number; currency: Currency }[]): Promise<readonly string[]> {
  const model = new ScriptedModel([...expenses.map((args) => calls(['book_expense', args])), text('Done.')]);
  const agent = harness.createAgent({ name: 'bookkeeper', model });
  const list = new ExpenseList();
  const result = await agent.run('Book my expenses.', {
    deps: caller,
    providers: [{ provide: ExpenseList, useValue: list }],
    onEvent: (event) => event.type === 'tool-result' && console.log(`${caller.name}'s run: ${String(event.content)}`),
  });
  result.throwIfFailed();
  return list.lines;
}

const [kim, lou] = await Promise.all([
  book({ name: 'Kim' }, { amount: 10, currency: 'USD' }, { amount: 20, currency: 'CHF' }),
  book({ name: 'Lou' }, { amount: 100, currency: 'USD' }, { amount: 5, currency: 'JPY' }),
]);
// #endregion
await harness.close();

assert.deepEqual(kim, ['9.00 euros', '21.00 euros']);
assert.deepEqual(lou, ['90.00 euros'], 'nothing of one run is seen by another');
assert.equal(RateTable.made, 1, 'one table served both');
console.log(`Two runs at once: ${kim.length + lou.length} expenses, one table of rates.`);
