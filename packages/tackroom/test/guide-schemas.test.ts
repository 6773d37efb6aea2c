import { readFileSync } from 'node:fs';
import { defineTool, HarnessModule, Param, RequiresApproval, Tool, toolFunction, Toolkit, type Integer, type JsonObject } from 'tackroom';
import { errorOf, expectText } from './guide-error-text.js';

// The code of docs/guides/schemas.md, and that it does what the page says. What a program without compiled signatures does is in
// without-signatures.test.ts.

// #region contract
interface Address {
  street: string;
  /** @pattern ^[A-Z]{2}$ */
  country: string;
  /** Who takes it in, where that is not the addressee */
  careOf?: string;
}

@Toolkit({ category: 'parcels' })
class ParcelTools {
  /**
   * Send a parcel.
   *
   * What is ordered before noon is picked up on the same day.
   * @param to Where it goes
   * @param to.country Two letters, such as NL
   * @param pickUp When to come for it; as soon as can be, if left out
   * @example { "to": { "street": "Kade 1", "country": "NL" }, "grams": 500 }
   */
  @Tool()
  @RequiresApproval()
  sendParcel(
    to: Address,
    /** @maximum 30000 */ grams: Integer,
    service: 'economy' | 'standard' | 'express' = 'standard',
    pickUp?: Date,
    insuredFor: number | null = null,
  ): string {
    const day = pickUp?.toISOString().slice(0, 10) ?? 'today';
    return `${grams} g to ${to.street}, ${service}, ${day}, ${insuredFor === null ? 'not insured' : `insured for ${insuredFor} euros`}`;
  }
}
// #endregion

test('a signature is what a model is offered', async () => {
  const harness = await HarnessModule.create({ tools: [ParcelTools], permissions: { profile: 'open' } });
  const [tool] = harness.tools.list();
  const offered = { name: tool?.name, description: tool?.description, inputSchema: tool?.inputSchema };
  const file = new URL('fixtures/guide-schemas/send-parcel.json', import.meta.url);
  expect(offered).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  await harness.close();
});

test.each<[JsonObject, string]>([
  [
    { to: { street: 'Kade 1', country: 'NL' }, grams: 500, pickUp: '2026-01-31T09:30:00Z' },
    '500 g to Kade 1, standard, 2026-01-31, not insured',
  ],
  [{ to: { street: 'Kade 1', country: 'NL' }, grams: 1, insuredFor: 50 }, '1 g to Kade 1, standard, today, insured for 50 euros'],
  [{ to: { street: 'Kade 1', country: 'Holland' }, grams: 1 }, 'to.country: must match the pattern ^[A-Z]{2}$'],
  [{ to: { street: 'Kade 1', country: 'NL' }, grams: 1.5 }, 'grams: must be an integer, got the number 1.5'],
  [{ to: { street: 'Kade 1', country: 'NL' }, grams: 1, service: 'fast' }, 'service: must be one of economy, standard, express'],
])('%j gives %s', async (args, text) => {
  const harness = await HarnessModule.create({ tools: [ParcelTools] });
  const { content } = await harness.execute({ name: 'send_parcel', args }, { approver: () => ({ type: 'approve' }) });
  expect(content).toContain(text);
  await harness.close();
});

// #region functions
const weigh = defineTool({
  name: 'weigh_parcels',
  description: 'Add up what parcels weigh.',
  handler: ({ grams }: { grams: Integer[] }) => grams.reduce((sum, each) => sum + each, 0),
});

/** Say what is sent to a country. */
function listGoods({ country, limit = 20 }: Goods): string {
  return `${limit} goods for ${country}`;
}
interface Goods {
  country: string;
  limit?: Integer;
}
const goods = toolFunction({}, listGoods); // list_goods
// #endregion

test('functions take what their first parameter says', async () => {
  const harness = await HarnessModule.create({ tools: [weigh, goods] });
  expect(harness.tools.get('list_goods')).toMatchObject({
    description: 'Say what is sent to a country.',
    inputSchema: { properties: { country: { type: 'string' }, limit: { type: 'integer' } }, required: ['country'] },
  });
  expect((await harness.execute({ name: 'list_goods', args: { country: 'NL' } })).content).toBe('20 goods for NL');
  expect((await harness.execute({ name: 'weigh_parcels', args: { grams: [1, 2] } })).output).toBe(3);
  await harness.close();
});

test('sources that contradict each other', async () => {
  // #region conflict
  @Toolkit()
  class PrintTools {
    /** Print a page. */
    @Tool()
    printPage(@Param({ schema: { enum: ['small', 'large'] } }) size: 'A4' | 'A5'): string {
      return `a page of ${size}`;
    }
  }
  // #endregion
  expectText('conflict', await errorOf(() => HarnessModule.create({ tools: [PrintTools] })));
});
