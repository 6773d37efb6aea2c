import { token } from '@tackroom/core';
import { isClass, readProviders } from './provider.js';

const Config = token('test/Config');
class Database {}

test.each<[string, unknown, string]>([
  ['no array', 'x', 'must be an array of providers. Put them in [ ].'],
  [
    'undefined',
    [undefined],
    'is undefined. Give a class or { provide, useClass | useValue | useFactory }. If it is imported, two files import each other: move it to a file of its own.',
  ],
  ['a function', [() => 1], 'is a function, not a class. Write { provide: TOKEN, useFactory: theFunction, inject: [...] }.'],
  [
    'an object in place of its class',
    [new Database()],
    'is an object of Database; for that write { provide: Database, useValue: theObject }. Give a class or { provide, useClass | useValue | useFactory }.',
  ],
  [
    'another word for provide',
    [{ token: Config, useClass: Database }],
    'has no "provide", only token, useClass. Give a class or { provide, useClass | useValue | useFactory }.',
  ],
  [
    'text as a token',
    [{ provide: 'Db', useValue: 1 }],
    `"provide" is the text "Db"; it must be a token made by token('name') or a class. Write token('Db') once and use it on both sides.`,
  ],
  ['no source', [{ provide: Config }], 'says nothing. Give exactly one of useClass, useValue, useFactory.'],
  [
    'two sources',
    [{ provide: Config, useValue: 1, useClass: Database }],
    'says useClass and useValue. Give exactly one of useClass, useValue, useFactory.',
  ],
  [
    'an unknown key',
    [{ provide: Config, useValue: 1, lifetime: 'x' }],
    'has unknown keys lifetime. Valid are provide, inject, useClass, useValue, useFactory.',
  ],
  [
    'inject without a factory',
    [{ provide: Config, useClass: Database, inject: [] }],
    '"inject" belongs to useFactory. A class names its dependencies by @Inject in its constructor.',
  ],
  [
    'a class as factory',
    [{ provide: Config, useFactory: Database }],
    '"useFactory" is class Database. Give a function; for a class use "useClass".',
  ],
  ['a function as class', [{ provide: Config, useClass: () => 1 }], '"useClass" is function useClass, not a class.'],
  [
    'undefined in inject',
    [{ provide: Config, useFactory: () => 1, inject: [undefined] }],
    '"inject[0]" is undefined, neither a token nor a class. If it is imported, two files import each other: move it to a file of its own.',
  ],
  [
    'a duplicate',
    [
      { provide: Config, useValue: 1 },
      { provide: Config, useValue: 2 },
    ],
    'test/Config is provided twice. Keep one of the two providers.',
  ],
])('a provider is checked: %s', (_name, providers, message) => {
  expect(readProviders(providers, 'providers').problems.map((problem) => problem.message)).toEqual([message]);
});

test('a class is told apart from what is merely called with new', () => {
  function Old(): void {
    return undefined;
  }
  expect([class {}, Database, Map, Old, () => 1, {}, undefined].map(isClass)).toEqual([true, true, true, false, false, false, false]);
});
