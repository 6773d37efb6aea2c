import { compileProgram, looseProject, sourceProgram } from '../src/index.js';

const DECORATORS = 'declare function Tool(): MethodDecorator; declare function Param(name?: string): ParameterDecorator;\n';

/** What the compiler says of the one method of a class, whole or by parameter. */
function refusals(method: string, given = ''): readonly (string | undefined)[] {
  const files = { '/a.ts': `${DECORATORS}${given}\nexport class A { @Tool() ${method} }` };
  const { program, folder } = sourceProgram(files);
  const tool = compileProgram(program, looseProject(folder, Object.keys(files))).manifest.tools['a.ts#A.take'];
  return tool?.refused === undefined ? (tool?.parameters ?? []).map(({ refused }) => refused) : [tool.refused];
}

test.each<[parameters: string, refused: string, given?: string]>([
  ['x: bigint', 'x is a bigint, which JSON cannot carry: take a string of digits'],
  ['x: symbol', 'x is a symbol, which JSON cannot carry: take a string'],
  ['x: undefined', 'x can only be undefined: leave it out of the signature'],
  ['x: void', 'x can only be undefined: leave it out of the signature'],
  ['x: never', 'x is never, so that no value fits: give it a type'],
  ['x: () => void', 'x is a function, which JSON cannot carry: take it out of the signature'],
  ['x: new () => object', 'x is a constructor, which JSON cannot carry: take it out of the signature'],
  ['x: Map<string, number>', 'x is Map<string, number>, which JSON cannot carry: take a Record<string, …>'],
  ['x: ReadonlySet<string>', 'x is ReadonlySet<string>, which JSON cannot carry: take an array'],
  ['x: Uint8Array', 'x is Uint8Array<ArrayBufferLike>, which JSON cannot carry: take a base64 string'],
  ['x: RegExp', 'x is RegExp, which JSON cannot carry: take a string'],
  ['x: Promise<string>', 'x is Promise<string>, which JSON cannot carry: take plain data'],
  ['x: String', 'x is String, which JSON cannot carry: write string'],
  ['x: { a: { b: (() => void)[] } }', 'x.a.b[] is a function, which JSON cannot carry: take it out of the signature'],
  ['x: { [k: string]: bigint }', 'x.* is a bigint, which JSON cannot carry: take a string of digits'],
  ['x: [string, symbol]', 'x[1] is a symbol, which JSON cannot carry: take a string'],
  ['x: string | Map<string, string>', 'x is Map<string, string>, which JSON cannot carry: take a Record<string, …>'],
  ['x: Account', 'x.close is a method, which JSON cannot carry: take a plain interface', 'class Account { id = 1; close(): void {} }'],
  [
    'x: Secret',
    'x.key is private, so that only the class itself makes such values: take a plain interface',
    'class Secret { private key = 1 }',
  ],
  [
    'x: Hidden',
    'x has private members, so that only its class makes such values: take a plain interface',
    'class Hidden { #key = 1; a = this.#key }',
  ],
  ['x: { __proto__: string }', 'x has a property __proto__, which cannot be checked: give it another name'],
  ['x: Uppercase<string>', 'x is Uppercase<string>, which no schema says: take a string with a @pattern tag'],
  ['x: [...string[], number]', 'x is a tuple with elements after its rest, which no schema says'],
  ['x: Grow<string>', 'x never ends: its generic type grows with every step', 'interface Grow<T> { next?: Grow<T[]> }'],
  ['x: Nested', 'x is nested more than 60 levels deep: flatten it', `type Nested = ${'{ a: '.repeat(70)}string${' }'.repeat(70)};`],
  ['x: Missing', 'x has a type that the compiler does not find: check its import, and that its package is installed'],
  ['...x: string[]', 'x is a rest parameter, which no call can fill: take one array'],
  ['{ a }: { a: string }', 'it is destructured, so that it has no name: write options: { … } and read from it'],
  ['x: { /** @minimum low */ a: number }', 'x.a has @minimum low: write a number after it'],
  ['x: { /** @minimum 1 */ a: string }', 'x.a has @minimum, which says something of a number, but its type is another'],
  ['x: { /** @pattern [ */ a: string }', 'x.a has @pattern [: write a regular expression after it'],
  ['x: { /** @default many */ a?: number }', 'x.a has @default many: write the value as JSON'],
  ['x: { /** @default "abc" */ a: number }', 'x.a has the default "abc", which is no number: change one of the two'],
  ['x: { /** @minimum 10 @default 1 */ a: number }', 'x.a has the default 1, which is below @minimum 10: change one of the two'],
  [
    'x: { /** @exclusiveMaximum 1 @default 1 */ a: number }',
    'x.a has the default 1, which is not below @exclusiveMaximum 1: change one of the two',
  ],
  [
    'x: { /** @minLength 5 @maxLength 2 */ a: string }',
    'x.a has @minLength 5 and @maxLength 2, so that no value fits: change one of the two',
  ],
  [
    'x: { /** @maximum 1 @exclusiveMinimum 1 */ a: number }',
    'x.a has @exclusiveMinimum 1 and @maximum 1, so that no value fits: change one of the two',
  ],
  [
    'x: { /** @maxLength 2 @default abc */ a: string }',
    'x.a has the default "abc", which is longer than @maxLength 2: change one of the two',
  ],
  [
    'x: { /** @maxItems 1 @default [1, 2] */ a: number[] }',
    'x.a has the default [1,2], which is longer than @maxItems 1: change one of the two',
  ],
  ['x: { /** @pattern ^a @default b */ a: string }', 'x.a has the default "b", which is not of the pattern ^a: change one of the two'],
  ['x: { /** @default c */ a: "a" | "b" }', 'x.a has the default "c", which is none of "a", "b": change one of the two'],
  ['x: { /** @default 1.5 @integer */ a: number }', 'x.a has the default 1.5, which is no integer: change one of the two'],
  ['x: { /** @default true */ a: number | null }', 'x.a has the default true, which is of none of its types: change one of the two'],
  ['/** @minimum 10 */ x = 1', 'x has the default 1, which is below @minimum 10: change one of the two'],
])('take(%s) is refused', (parameters, refused, given = '') => {
  expect(refusals(`take(${parameters}): void {}`, given)).toEqual([refused]);
});

test('one refused parameter leaves the others', () => {
  expect(refusals('take(a: string, b: bigint, c?: number): void {}')).toEqual([
    undefined,
    'b is a bigint, which JSON cannot carry: take a string of digits',
    undefined,
  ]);
});

test('a method of its own type parameter, or with several signatures', () => {
  expect(refusals('take<T extends string>(x: T): void {}')).toEqual([
    'x is T, which depends on a type parameter: write the type that it stands for',
  ]);
  expect(refusals('take(x: unknown): void {}\ntake(x: string): void;\ntake(x: number): void;')).toEqual([
    'has several signatures: write one, with unions where they differ',
  ]);
});

test('a destructured parameter that @Param names', () => {
  expect(refusals("take(@Param('where') { a }: { a: string }): void {}")).toEqual([undefined]);
});

test('defaults that fit are taken', () => {
  const fields =
    '/** @default null */ a: number | null; /** @default b */ b: "a" | "b"; /** @default 3 @minimum 1 @maximum 3 */ c: number; /** @default [] */ d: Deep[]; /** @default {"e":1} */ e: unknown; /** @default {} */ f: Deep';
  expect(refusals(`take(x: { ${fields} }): void {}`, 'interface Deep { deep?: Deep }')).toEqual([undefined]);
});
