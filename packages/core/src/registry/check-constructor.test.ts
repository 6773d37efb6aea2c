import { token, type Class } from '../contracts/token.js';
import { Inject } from '../decorators/injectable.js';
import { Tool } from '../decorators/tool.js';
import { Toolkit } from '../decorators/toolkit.js';
import { scanTools } from './scan-tools.js';

const Db = token<object>('test/Db');
const described = { description: 'd' };

/** The problems of classes, as lines. */
function problemsOf(...classes: readonly unknown[]): readonly string[] {
  return scanTools(classes as Class[]).problems.map(({ code, where, message }) => `${where}: ${message} [${code}]`);
}

test('constructors that the container cannot fill', () => {
  @Toolkit()
  class Unnamed {
    constructor(
      readonly url: string,
      readonly options: object,
      @Inject(Db) readonly db: object,
    ) {}
    @Tool(described) unnamed(): void {}
  }
  class Undecorated {
    constructor(readonly db: object) {}
    @Tool(described) undecorated(): void {}
  }
  @Toolkit()
  class Base {
    constructor(@Inject(Db) readonly db: object) {}
  }
  class Heir extends Base {
    @Tool(described) heir(): void {}
  }
  @Toolkit()
  class DecoratedHeir extends Base {
    @Tool(described) decoratedHeir(): void {}
  }
  class OwnConstructor extends Base {
    constructor() {
      super({});
    }
    @Tool(described) ownConstructor(): void {}
  }
  expect(problemsOf(Unnamed, Undecorated, Heir, DecoratedHeir, OwnConstructor)).toEqual([
    'Unnamed: Constructor parameter 1 has no @Inject, and its emitted type String names nothing to inject: write @Inject(TOKEN) before it. [CONSTRUCTOR_UNTYPED]',
    'Unnamed: Constructor parameter 2 has no @Inject, and its emitted type Object names nothing to inject: write @Inject(TOKEN) before it. [CONSTRUCTOR_UNTYPED]',
    'Undecorated: Its constructor takes dependencies, but nothing made it injectable: put @Toolkit() on the class. [CONSTRUCTOR_UNTYPED]',
    'Heir: It inherits the constructor of Base, whose dependencies would all be undefined: put @Toolkit() on Heir too. [CONSTRUCTOR_INHERITED]',
  ]);
  expect(scanTools([Unnamed], { provided: new Set([Unnamed]) }).problems).toEqual([]);
});
