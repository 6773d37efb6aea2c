import {
  defineTool,
  HarnessModule,
  Inject,
  Injectable,
  Param,
  token,
  Tool,
  Toolkit,
  toolFunction,
  ToolRegistry,
  type Harness,
} from 'tackroom';

@Injectable()
class Prices {
  of(item: string): number {
    return item.length;
  }
}

let made = 0;
@Toolkit({ prefix: 'shop' })
class ShopTools {
  constructor(@Inject(Prices) private readonly prices: Prices) {
    made += 1;
  }
  @Tool({ description: 'Says what an item costs.' })
  price(@Param('item', 'Name of the item') item: string): number {
    return this.prices.of(item);
  }
}

const echo = defineTool({ name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' }, handler: () => 'echo' });

let harness: Harness;
beforeEach(() => (made = 0));
afterEach(() => harness.close());

test('tools of every kind mix in one list', async () => {
  function addOne(args: { readonly n: number }): number {
    return args.n + 1;
  }
  const described = toolFunction(
    { description: 'Adds one.', inputSchema: { type: 'object', properties: { n: { type: 'number' } } } },
    addOne,
  );
  harness = await HarnessModule.create({ tools: [ShopTools, described, echo] });
  expect(harness.tools.list().map(({ name }) => name)).toEqual(['add_one', 'echo', 'shop_price']);
  expect((await harness.execute({ name: 'shop_price', args: { item: 'tea' } })).output).toBe(3);
  expect((await harness.execute({ name: 'add_one', args: { n: 1 } })).output).toBe(2);
});

test.each([
  ['alone', (registry: ToolRegistry) => registry],
  ['in a list', (registry: ToolRegistry) => [registry]],
])('a registry that is given %s is attached: what is registered there later is seen here', async (_name, wrap) => {
  const registry = new ToolRegistry();
  harness = await HarnessModule.create({ tools: wrap(registry) });
  expect(harness.tools.has('echo')).toBe(false);
  registry.register(echo);
  expect((await harness.execute({ name: 'echo' })).content).toBe('echo');
});

test('a toolkit that comes later is made by the container, once, and refused if it cannot be', async () => {
  harness = await HarnessModule.create();
  harness.tools.register(ShopTools);
  expect((await harness.execute({ name: 'shop_price', args: { item: 'tea' } })).output).toBe(3);
  expect(made).toBe(1);

  @Toolkit()
  class Orphan {
    constructor(@Inject(token('test/Nobody')) readonly nobody: unknown) {}
    @Tool({ description: 'Says nothing.' })
    nothing(): void {
      return undefined;
    }
  }
  expect(() => harness.tools.register(Orphan)).toThrow('nobody provides the token "test/Nobody"');
});

test('a toolkit that is also a provider is made as its provider says', async () => {
  const prices = new Prices();
  const own = new ShopTools(prices);
  harness = await HarnessModule.create({ tools: [ShopTools], providers: [{ provide: ShopTools, useValue: own }] });
  expect((await harness.execute({ name: 'shop_price', args: { item: 'tea' } })).output).toBe(3);
  expect(made).toBe(1);
});
