import { Inject, Injectable, token, Toolkit } from '@tackroom/core';
import { ContainerScope } from './container-scope.js';
import { readProviders } from './provider.js';

const { container: processWide } = await import('tsyringe');

const Config = token<{ readonly url: string }>('test/Config');
const Missing = token<unknown>('test/Missing');
const Optional = token<unknown>('test/Optional');

@Injectable()
class Database {
  constructor(@Inject(Config) readonly config: { readonly url: string }) {}
}

@Toolkit()
class Tools {
  constructor(@Inject(Database) readonly database: Database) {}
}

async function boot(providers: readonly unknown[], ...roots: (new (...args: never[]) => object)[]) {
  const scope = await ContainerScope.root();
  const { records, problems } = readProviders(providers, 'providers');
  const plan = scope.plan(
    records,
    roots.map((type) => ({ type, where: 'tools[0]' })),
  );
  const failures = problems.length + plan.problems.length > 0 ? [] : await scope.make(plan.order);
  const found = [...problems, ...plan.problems, ...failures.map(({ problem }) => problem)];
  return { scope, problems: found.map(({ code, where, message }) => `${code} | ${where} | ${message}`) };
}

describe('what is made', () => {
  test('an injectable class that nobody registered is one instance for everybody who needs it', async () => {
    @Toolkit()
    class Others {
      constructor(@Inject(Database) readonly database: Database) {}
    }
    const { scope, problems } = await boot([{ provide: Config, useValue: { url: 'a' } }], Tools, Others);
    expect(problems).toEqual([]);
    expect((scope.find(Tools) as Tools).database).toBe((scope.find(Others) as Others).database);
    expect((scope.find(Database) as Database).config).toEqual({ url: 'a' });
  });

  test('async factories are awaited in dependency order, whatever the order of the list', async () => {
    const log: string[] = [];
    const A = token<string>('test/A');
    const B = token<string>('test/B');
    const C = token<string>('test/C');
    const { scope, problems } = await boot([
      { provide: C, useFactory: (a: string, b: string) => `${a}${b}c`, inject: [A, B] },
      {
        provide: B,
        inject: [A],
        useFactory: async (a: string) => {
          await Promise.resolve();
          log.push(`b sees ${a}`);
          return 'b';
        },
      },
      { provide: A, useFactory: async () => Promise.resolve('a') },
    ]);
    expect(problems).toEqual([]);
    expect(scope.find(C)).toBe('abc');
    expect(log).toEqual(['b sees a']);
  });

  test.each([
    ['null', null],
    ['undefined', undefined],
    ['zero', 0],
  ])('%s can be provided', async (_name, value) => {
    @Injectable()
    class Needs {
      constructor(@Inject(Config) readonly config: unknown) {}
    }
    const { scope, problems } = await boot([{ provide: Config, useValue: value }, Needs]);
    expect(problems).toEqual([]);
    expect(scope.has(Config)).toBe(true);
    expect((scope.find(Needs) as Needs).config).toBe(value);
  });

  test('a class can stand in for another, and a factory can build one that nobody marked', async () => {
    class Plain {
      constructor(readonly size: number) {}
    }
    class PostgresDatabase extends Database {
      constructor() {
        super({ url: 'postgres' });
      }
    }
    const { scope, problems } = await boot(
      [
        { provide: Database, useClass: PostgresDatabase },
        { provide: Plain, useFactory: () => new Plain(3) },
      ],
      Tools,
    );
    expect(problems).toEqual([]);
    expect((scope.find(Tools) as Tools).database).toBeInstanceOf(PostgresDatabase);
    expect((scope.find(Plain) as Plain).size).toBe(3);
  });

  test('what the process-wide container provides is used, made up there, and left alone', async () => {
    const Shared = token<{ closed: number }>('test/Shared');
    const shared = { closed: 0, close: () => (shared.closed += 1) };
    processWide.register(Shared, { useValue: shared });
    @Injectable()
    class Needs {
      constructor(@Inject(Shared) readonly shared: unknown) {}
    }
    const { scope, problems } = await boot([Needs]);
    await scope.disposal.drain();
    expect(problems).toEqual([]);
    expect((scope.find(Needs) as Needs).shared).toBe(shared);
    expect(shared.closed).toBe(0);
  });

  test('a process-wide singleton does not take one harness’s values to the next', async () => {
    class Global {
      constructor(readonly config: unknown) {}
    }
    Injectable()(Global);
    Inject(Config)(Global, undefined, 0);
    Injectable()(Global);
    processWide.registerSingleton(Global);
    @Injectable()
    class Needs {
      constructor(@Inject(Global) readonly shared: Global) {}
    }
    const { problems } = await boot([{ provide: Config, useValue: { url: 'mine' } }, Needs]);
    expect(problems).toEqual([
      expect.stringContaining('PROVIDER_FAILED | Needs | its constructor failed with Error: Cannot inject the dependency'),
    ]);
  });
});

describe('what is refused', () => {
  class Undecorated {
    constructor(readonly database: Database) {}
  }
  class Heir extends Database {}
  @Injectable()
  class Untyped {
    constructor(
      readonly first: () => void,
      @Inject(Config) readonly second: unknown,
      readonly third = 3,
    ) {}
  }
  @Injectable()
  class NeedsMissing {
    constructor(
      @Inject(Config) readonly config: unknown,
      @Inject(Missing) readonly missing: unknown,
    ) {}
  }
  class Port {}
  @Injectable()
  class NeedsPort {
    constructor(@Inject(Port) readonly port: Port) {}
  }
  @Injectable()
  class Left {
    constructor(@Inject(token('test/Right')) readonly right: unknown) {}
  }
  @Injectable()
  class Right {
    constructor(@Inject(Left) readonly left: Left) {}
  }
  const config = { provide: Config, useValue: {} };

  test.each<[string, readonly unknown[], readonly string[]]>([
    [
      'a constructor that nobody described',
      [Undecorated],
      [
        'DEPENDENCY_UNKNOWN | Undecorated | its constructor takes one parameter, and nothing says what to put there. Write @Injectable() above the class and @Inject(TOKEN) before each parameter, or provide it with useFactory.',
      ],
    ],
    [
      'an inherited constructor without a mark',
      [Heir, config],
      [
        'DEPENDENCY_UNKNOWN | Heir | it inherits the constructor of Database, which takes parameters. Give it a constructor of its own. Write @Injectable() above the class and @Inject(TOKEN) before each parameter, or provide it with useFactory.',
      ],
    ],
    [
      'types that name nothing',
      [Untyped, config],
      [
        'DEPENDENCY_UNKNOWN | Untyped | constructor parameter 1 has the type Function (a function type, or a class that is imported with "import type"), which names nothing in the container. Write @Inject(TOKEN) before it, or provide the class with useFactory.',
        'DEPENDENCY_UNKNOWN | Untyped | constructor parameter 3 has the type Object (an interface or union), which names nothing in the container. Write @Inject(TOKEN) before it, or provide the class with useFactory.',
      ],
    ],
    [
      'a token without a provider',
      [NeedsMissing, config],
      [
        'DEPENDENCY_MISSING | NeedsMissing, constructor parameter 2 | nobody provides the token "test/Missing". Add { provide: …, useClass | useValue | useFactory } for it to providers.',
      ],
    ],
    [
      'a plain class that nobody registered',
      [NeedsPort],
      [
        'DEPENDENCY_MISSING | NeedsPort, constructor parameter 1 | nobody provides the class Port. Add it to providers ({ provide: Port, useClass: … }), or mark it with @Injectable().',
      ],
    ],
    [
      'a cycle of classes',
      [Left, { provide: token('test/Right'), useClass: Right }],
      [
        'DEPENDENCY_CYCLE | Right, constructor parameter 1 | needs itself: Left → test/Right → Left. Take one dependency out, or move what both need into a third class.',
      ],
    ],
    [
      'a cycle of factories',
      [
        { provide: Config, useFactory: () => 1, inject: [Optional] },
        { provide: Optional, useFactory: () => 1, inject: [Config] },
      ],
      [
        'DEPENDENCY_CYCLE | factory of test/Optional, inject[0] | needs itself: test/Config → test/Optional → test/Config. Take one dependency out, or move what both need into a third class.',
      ],
    ],
    [
      'a factory that needs what nobody provides',
      [{ provide: Config, useFactory: () => 1, inject: [Missing] }],
      [
        'DEPENDENCY_MISSING | factory of test/Config, inject[0] | nobody provides the token "test/Missing". Add { provide: …, useClass | useValue | useFactory } for it to providers.',
      ],
    ],
  ])('%s', async (_name, providers, expected) => {
    expect((await boot(providers)).problems).toEqual(expected);
  });

  test('without emitted types a parameter that has no token is not left undefined', async () => {
    class Bare {
      constructor(
        readonly first: unknown,
        readonly second: unknown,
      ) {}
    }
    Inject(Config)(Bare, undefined, 1);
    Injectable()(Bare);
    expect((await boot([Bare, config])).problems).toEqual([
      'DEPENDENCY_UNKNOWN | Bare | constructor parameter 1 has no @Inject(TOKEN), and the compiler emitted no type for it (or two files import each other). Write @Inject(TOKEN) before it.',
    ]);
  });

  test('what fails while it is made takes what needs it along, and the rest is made', async () => {
    const { scope, problems } = await boot(
      [
        { provide: Config, useFactory: () => Promise.reject(new TypeError('no such host')) },
        { provide: Optional, useFactory: () => 'made' },
      ],
      Tools,
    );
    expect(problems).toEqual(['PROVIDER_FAILED | test/Config | its factory failed with TypeError: no such host']);
    expect(scope.find(Optional)).toBe('made');
    expect(scope.has(Tools)).toBe(false);
  });
});

describe('a class that comes late', () => {
  test('is made once, with the injectable classes it needs', async () => {
    const { scope } = await boot([{ provide: Config, useValue: { url: 'a' } }]);
    const tools = scope.instantiate(Tools) as Tools;
    expect(tools.database.config).toEqual({ url: 'a' });
    expect(scope.instantiate(Tools)).toBe(tools);
  });

  test('is refused with the reason when something is missing', async () => {
    const { scope } = await boot([]);
    expect(() => scope.instantiate(Tools)).toThrow('Database, constructor parameter 1: nobody provides the token "test/Config"');
  });
});

test('what was made is closed in reverse, what was given is not', async () => {
  const log: string[] = [];
  const closable = (name: string) => ({ close: () => log.push(name) });
  @Injectable()
  class Service {
    constructor(@Inject(Config) readonly config: unknown) {}
    dispose(): void {
      log.push('service');
    }
  }
  const given = closable('given');
  const { scope } = await boot([
    Service,
    { provide: Config, useFactory: () => closable('factory') },
    { provide: Optional, useValue: given },
    { provide: Missing, useFactory: (same: unknown) => same, inject: [Optional] },
  ]);
  await scope.disposal.drain();
  expect(log).toEqual(['service', 'factory']);
});
