import fc from 'fast-check';
import { parseParameters, type ParsedParameter } from './parse-parameters.js';

const plain = (name: string): ParsedParameter => ({ name, isRest: false, hasDefault: false });
const given = (name: string, value?: string | number | boolean): ParsedParameter => ({
  ...plain(name),
  hasDefault: true,
  ...(value === undefined ? {} : { default: value }),
});

test.each<[string, readonly ParsedParameter[] | undefined]>([
  ['lookupPlan() {}', []],
  ['lookupPlan(customer) {}', [plain('customer')]],
  ['lookupPlan(customer, ctx) { return (a, b) => a; }', [plain('customer'), plain('ctx')]],
  ['lookupPlan(customer, ctx,) {}', [plain('customer'), plain('ctx')]],
  ['async lookupPlan(customer) {}', [plain('customer')]],
  ['async(customer) {}', [plain('customer')]],
  ['*pages(from) {}', [plain('from')]],
  ['async *pages(from) {}', [plain('from')]],
  ['async * [Symbol.for("a)(b")](from) {}', [plain('from')]],
  ['"a (quoted) name"(from) {}', [plain('from')]],
  ['42(from) {}', [plain('from')]],
  ['#secret(from) {}', [plain('from')]],
  ['get(from) {}', [plain('from')]],
  ['static(from) {}', [plain('from')]],
  ['function lookup(customer) {}', [plain('customer')]],
  ['function (customer) {}', [plain('customer')]],
  ['async function* lookup(customer) {}', [plain('customer')]],
  ['customer => customer', [plain('customer')]],
  ['async customer => customer', [plain('customer')]],
  ['(customer, ctx) => customer', [plain('customer'), plain('ctx')]],
  ['async (customer) => customer', [plain('customer')]],
  ['f(/* a, b) */ customer /* = 1 */, // ctx)\n ctx) {}', [plain('customer'), plain('ctx')]],
  ['f(limit = 10, name = "a,b)", on = true) {}', [given('limit', 10), given('name', 'a,b)'), given('on', true)]],
  ["f(limit = -2.5e3, name = 'it', on = false) {}", [given('limit', -2500), given('name', 'it'), given('on', false)]],
  ['f(limit = 1e999, big = 10n, hex = 0x10) {}', [given('limit'), given('big'), given('hex')]],
  ["f(name = 'it\\'s, (ok)') {}", [given('name')]],
  ['f(name = `a${[1, 2].map((x) => `,${x})`).join(")")},b`, ctx) {}', [given('name'), plain('ctx')]],
  ['f(pattern = /[,)/]\\/(/u, ctx) {}', [given('pattern'), plain('ctx')]],
  ['f(half = total / 2, third = total / 3) {}', [given('half'), given('third')]],
  ['f(now = Date.now(), list = [1, 2], record = { a: 1, b: (2) }) {}', [given('now'), given('list'), given('record')]],
  ['f(make = (a, b) => ({ a, b }), ctx) {}', [given('make'), plain('ctx')]],
  ['f(same = a === b, ctx) {}', [given('same'), plain('ctx')]],
  ['f({ a, b }, ctx) {}', [{ name: undefined, isRest: false, hasDefault: false }, plain('ctx')]],
  ['f({ a = 1, b: [c] } = {}, ctx) {}', [{ name: undefined, isRest: false, hasDefault: true }, plain('ctx')]],
  ['f([a, b], ctx) {}', [{ name: undefined, isRest: false, hasDefault: false }, plain('ctx')]],
  ['f(first, ...others) {}', [plain('first'), { name: 'others', isRest: true, hasDefault: false }]],
  ['f(größe, $a, _b) {}', [plain('größe'), plain('$a'), plain('_b')]],
  ['f(gr\\u00f6\\u{df}e) {}', [plain('größe')]],
  ['f(a) { return "x".replace(/[)(]/, "") }', [plain('a')]],
  ['function () { [native code] }', undefined],
  ['function bound f() { [native code] }', undefined],
  ['class A { constructor(db) {} }', undefined],
  ['f(a', undefined],
  ['', undefined],
])('%s', (source, expected) => {
  expect(parseParameters(source)).toEqual(expected);
});

test('reads methods as this compiler emits them', () => {
  class Sample {
    async lookupPlan(customer: string, limit = 10): Promise<string> {
      return `${customer}${limit}`;
    }
    *pages(from: number, text = `a,${from})`): Generator<string> {
      yield text;
    }
  }
  expect(parseParameters(String(Sample.prototype.lookupPlan))).toEqual([plain('customer'), given('limit', 10)]);
  expect(parseParameters(String(Sample.prototype.pages))).toEqual([plain('from'), given('text')]);
});

test('names survive any default and any comment', () => {
  const name = fc.stringMatching(/^[a-z_$][\w$]{0,8}$/);
  const noise = fc.string({
    unit: fc.constantFrom('(', ')', ',', '{', '}', '=', '`', "'", '"', '\\', '/', '*', '$', 'a', '\n'),
    maxLength: 10,
  });
  fc.assert(
    fc.property(fc.array(fc.record({ name, noise }), { maxLength: 5 }), (parameters) => {
      const list = parameters.map((p) => `/* ${p.noise.replaceAll('*/', '')} */ ${p.name} = ${JSON.stringify(p.noise)}`);
      const parsed = parseParameters(`async f(${list.join(', ')}) { return 1 }`);
      expect(parsed?.map((p) => p.name)).toEqual(parameters.map((p) => p.name));
      expect(parsed?.every((p) => p.hasDefault)).toBe(true);
    }),
  );
});
