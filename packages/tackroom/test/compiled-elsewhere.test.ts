import { HarnessModule, Inject, Injectable, token, Tool, Toolkit, type HarnessOptions } from 'tackroom';

/**
 * Classes as compilers without decorator metadata leave them: decorators are called by hand, nothing says what a parameter
 * is. `tokens` are those of the constructor, by position.
 */
function bare<C extends new (...args: never[]) => object>(
  type: C,
  mark: () => ClassDecorator,
  tokens: Readonly<Record<number, symbol>>,
): C {
  for (const [index, of] of Object.entries(tokens)) Inject(of)(type, undefined, Number(index));
  mark()(type);
  return type;
}

const Db = token<string>('test/Db');
const Log = token<string>('test/Log');
const providers = [
  { provide: Db, useValue: 'db' },
  { provide: Log, useValue: 'log' },
];

class Tools {
  readonly got: readonly unknown[];
  constructor(...got: unknown[]) {
    this.got = got;
  }
  tell(): string {
    return JSON.stringify(this.got);
  }
}
Tool({ description: 'Tells what was injected.' })(Tools.prototype, 'tell', Object.getOwnPropertyDescriptor(Tools.prototype, 'tell') ?? {});

async function tell(toolkit: new (...args: never[]) => object, more: HarnessOptions = {}): Promise<unknown> {
  const harness = await HarnessModule.create({ providers, tools: [toolkit], ...more });
  const { content } = await harness.execute({ name: 'tell' });
  await harness.close();
  return content;
}

test('tokens are enough', async () => {
  class Two extends Tools {
    constructor(db: unknown, log: unknown) {
      super(db, log);
    }
  }
  expect(await tell(bare(Two, Toolkit, { 0: Db, 1: Log }))).toBe('["db","log"]');
});

test('an inherited constructor gets what its own class said', async () => {
  class Base extends Tools {
    constructor(db: unknown) {
      super(db);
    }
  }
  bare(Base, Injectable, { 0: Db });
  class Heir extends Base {}
  expect(await tell(bare(Heir, Toolkit, {}))).toBe('["db"]');
});

class First extends Tools {
  constructor(db: unknown, log: unknown) {
    super(db, log);
  }
}
class Base extends Tools {
  constructor(db: unknown) {
    super(db);
  }
}
bare(Base, Injectable, { 0: Db });
class Unmarked extends Base {}
class Unsaid extends Tools {
  constructor(db: unknown) {
    super(db);
  }
}

class Circular extends Tools {
  constructor(db: unknown) {
    super(db);
  }
}

test.each<[string, new (...args: never[]) => object, string]>([
  [
    'a token that was undefined when it was read',
    bare(Circular, Toolkit, { 0: undefined as never }),
    'tools[0] (Circular): constructor parameter 1 is injected with undefined: two files import each other',
  ],
  [
    'the last parameter without a token',
    bare(First, Toolkit, { 0: Db }),
    'tools[0] (First): constructor parameter 2 has no @Inject(TOKEN)',
  ],
  ['an heir without a mark', Unmarked, 'tools[0] (Unmarked): it inherits the constructor of Base, which takes parameters'],
  ['a class without any decorator', Unsaid, 'tools[0] (Unsaid): its constructor takes one parameter, and nothing says what to put there'],
])('boot refuses %s instead of injecting undefined', async (_name, toolkit, message) => {
  await expect(tell(toolkit)).rejects.toThrow(message);
});

test('a toolkit that a provider makes needs no decorators on its constructor', async () => {
  expect(await tell(Unsaid, { providers: [{ provide: Unsaid, useFactory: () => new Unsaid('by hand') }] })).toBe('["by hand"]');
});
