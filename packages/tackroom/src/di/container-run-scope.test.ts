import { HarnessError, Inject, Injectable, token } from '@tackroom/core';
import fc from 'fast-check';
import { ContainerRunScope } from './container-run-scope.js';
import { ContainerScope } from './container-scope.js';
import { readProviders } from './provider.js';

const Tenant = token<string>('test/Tenant');
const Session = token<{ readonly tenant: string }>('test/Session');

@Injectable()
class Database {
  closed = 0;
  close(): void {
    this.closed += 1;
  }
}

@Injectable()
class Repository {
  closed = 0;
  constructor(
    @Inject(Database) readonly database: Database,
    @Inject(Tenant) readonly tenant: string,
  ) {}
  dispose(): void {
    this.closed += 1;
  }
}

async function harness() {
  const root = await ContainerScope.root();
  await root.make(root.plan(readProviders([Database, { provide: Tenant, useValue: 'root' }], 'providers').records).order);
  return { root, scope: new ContainerRunScope(root) };
}

test('a run without providers shares the harness’s container, and closing it closes nothing', async () => {
  const { root, scope } = await harness();
  const run = scope.open([], [Database, Tenant]);
  if (run instanceof Promise) throw new Error('nothing had to be awaited');
  expect(run.get(Database)).toBe(root.find(Database));
  await run.close();
  expect(run.get(Tenant)).toBe('root');
  expect(run.get(Database).closed).toBe(0);
});

test('a run with providers has its own values, uses the harness’s, and closes only what it made, last first', async () => {
  const { root, scope } = await harness();
  const log: string[] = [];
  const given = { tenant: 'x', close: () => log.push('given') };
  const First = token<object>('test/First');
  const Alias = token<Database>('test/Alias');
  const run = await scope.open(
    [
      { provide: Tenant, useValue: 'acme' },
      { provide: Repository, useClass: Repository },
      { provide: First, useFactory: async () => Promise.resolve({ close: () => log.push('first') }) },
      { provide: token('test/Second'), useFactory: (first: object) => ({ first, close: () => log.push('second') }), inject: [First] },
      { provide: Session, useValue: given },
      { provide: Alias, useFactory: (database: Database) => database, inject: [Database] },
    ],
    [Repository, Session],
  );
  const repository = run.get(Repository);
  expect(repository.tenant).toBe('acme');
  expect(repository.database).toBe(root.find(Database));
  await Promise.all([run.close(), run.close()]);
  expect(log).toEqual(['second', 'first']);
  expect(repository.closed).toBe(1);
  expect(repository.database.closed).toBe(0);
  expect(root.find(Tenant)).toBe('root');
  expect(() => run.get(Tenant)).toThrow(expect.objectContaining({ code: 'RUN_SCOPE_CLOSED' }));
});

const missing = token('test/Nobody');

test.each<[string, Parameters<ContainerRunScope['open']>, string, string]>([
  [
    'a dependency that nobody provides',
    [[], [missing]],
    'RUN_DEPENDENCY_MISSING',
    'Nobody provides test/Nobody. Give a provider for it to this run (agent.run(input, { providers }), harness.execute(call, { providers })), or to HarnessModule.create({ providers }).',
  ],
  [
    'the same in a run with providers',
    [[{ provide: Tenant, useValue: 1 }], [missing]],
    'RUN_DEPENDENCY_MISSING',
    'Nobody provides test/Nobody.',
  ],
  ['a provider that says nothing', [[{ provide: Tenant }], []], 'RUN_PROVIDERS_INVALID', 'providers[0] (test/Tenant): says nothing.'],
  [
    'a provider whose dependency is missing',
    [[{ provide: Tenant, useFactory: () => 'x', inject: [missing] }], []],
    'RUN_PROVIDERS_INVALID',
    'nobody provides the token "test/Nobody"',
  ],
  [
    'a factory that fails',
    [[{ provide: Tenant, useFactory: () => Promise.reject(new Error('down')) }], []],
    'RUN_PROVIDER_FAILED',
    'The provider test/Tenant of this run could not be made: its factory failed with Error: down',
  ],
])('%s is refused', async (_name, [providers, needed], code, message) => {
  const { scope } = await harness();
  const error: unknown = await (async () => scope.open(providers, needed))().catch((thrown: unknown) => thrown);
  expect(HarnessError.is(error, code) && error.message).toContain(message);
});

test('when a run cannot start, what it had made is closed', async () => {
  const { scope } = await harness();
  const log: string[] = [];
  const providers = [
    { provide: Session, useFactory: () => ({ close: () => log.push('session') }) },
    { provide: Tenant, useFactory: () => Promise.reject(new Error('down')) },
  ];
  await expect(scope.open(providers, [])).rejects.toThrow('down');
  expect(log).toEqual(['session']);
});

test('no value of a run reaches another, however many runs interleave', async () => {
  const { root, scope } = await harness();
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 40 }), async (scheduler, count) => {
      const runs = Array.from({ length: count }, async (_, index) => {
        const tenant = `tenant ${index}`;
        const resolver = await scope.open(
          [
            { provide: Tenant, useFactory: () => scheduler.schedule(Promise.resolve(tenant)) },
            { provide: Repository, useClass: Repository },
            {
              provide: Session,
              useFactory: async (value: string) => scheduler.schedule(Promise.resolve({ tenant: value })),
              inject: [Tenant],
            },
          ],
          [Repository, Session],
        );
        const repository = resolver.get(Repository);
        const seen = [resolver.get(Tenant), repository.tenant, resolver.get(Session).tenant];
        await scheduler.schedule(Promise.resolve());
        expect(resolver.get(Repository)).toBe(repository);
        expect(repository.closed).toBe(0);
        await resolver.close();
        expect(repository.closed).toBe(1);
        expect(seen).toEqual([tenant, tenant, tenant]);
        return repository;
      });
      await scheduler.waitIdle();
      expect(new Set(await Promise.all(runs)).size).toBe(count);
    }),
    { numRuns: 30 },
  );
  expect(root.find(Tenant)).toBe('root');
  expect((root.find(Database) as Database).closed).toBe(0);
});
