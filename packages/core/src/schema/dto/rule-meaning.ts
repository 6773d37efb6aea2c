import type { JsonSchema, JsonValue } from '../../contracts/json.js';
import type { DtoRule } from './dto-rules.js';

/** What a rule of class-validator means for a JSON value. */
export interface RuleMeaning {
  /** What JSON Schema says of it. `type: 'date'` stands for a text that becomes a `Date`. */
  readonly schema?: JsonSchema;
  /** Whether class-validator still has to be asked, because the schema says only a part or nothing. */
  readonly isPartial?: boolean;
  /** What depends on the rest of the property: not `''` or null, not null, no item twice. */
  readonly about?: 'filled' | 'defined' | 'unique';
  /** Why no JSON value can ever pass. */
  readonly impossible?: string;
}

type Meaning = (constraints: readonly unknown[]) => RuleMeaning;

/** What a check means; undefined for one that only class-validator knows. */
export function ruleMeaning({ name, constraints }: DtoRule): RuleMeaning | undefined {
  return name === undefined ? undefined : MEANINGS.get(name)?.(constraints);
}

const says =
  (schema: JsonSchema): Meaning =>
  () => ({ schema });
/** A text whose form only class-validator knows. */
const text =
  (format?: string): Meaning =>
  () => ({ schema: { type: 'string', ...(format === undefined ? {} : { format }) }, isPartial: true });
const limit =
  (keyword: string, type: string): Meaning =>
  ([value]) =>
    typeof value === 'number'
      ? { schema: { type, [keyword]: value } }
      : { impossible: `takes a number, not ${String(value)}: class-validator refuses every value` };
const onlyAsked: Meaning = () => ({ isPartial: true });
const date: Meaning = () => ({ schema: { type: 'date' }, isPartial: true });

/** Rules about the form of a text that JSON Schema has no word for. */
const TEXTS = [
  ...['isAlpha', 'isAlphanumeric', 'isAscii', 'isBIC', 'isBase32', 'isBase58', 'isBase64', 'isBooleanString', 'isBtcAddress'],
  ...['isByteLength', 'isCreditCard', 'isCurrency', 'isDataURI', 'isDecimal', 'isEAN', 'isEthereumAddress', 'IsFirebasePushId'],
  ...['isFullWidth', 'isHSL', 'isHalfWidth', 'isHash', 'isHexColor', 'isHexadecimal', 'isIBAN', 'isIsbn', 'isIsin'],
  ...['isISO31661Alpha2', 'isISO31661Alpha3', 'isISO31661Numeric', 'isISO4217CurrencyCode', 'isISO6391', 'isISRC', 'isISSN'],
  ...['isIdentityCard', 'isJson', 'isJwt', 'isLatLong', 'isLocale', 'isLowercase', 'isMacAddress', 'isMagnetURI', 'isMilitaryTime'],
  ...['isMimeType', 'isMobilePhone', 'isMongoId', 'isMultibyte', 'isNumberString', 'isOctal', 'isPassportNumber', 'isPhoneNumber'],
  ...['isPort', 'isPostalCode', 'isRgbColor', 'isSemVer', 'isStrongPassword', 'isSurrogatePair', 'isTaxId', 'isTimeZone', 'isUppercase'],
  'isVariableWidth',
];

/** Rules about the form of a text that a `format` names. It is a hint for the model: formats are not checked by the schema. */
const FORMATS = {
  isEmail: 'email',
  isUrl: 'uri',
  isUuid: 'uuid',
  isFqdn: 'hostname',
  isIso8601: 'date-time',
  isDateString: 'date-time',
  isRFC3339: 'date-time',
};

const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...TEXTS.map((name): [string, Meaning] => [name, text()]),
  ...Object.entries(FORMATS).map(([name, format]): [string, Meaning] => [name, text(format)]),
  ['isIp', ([version]) => text(['4', '6'].includes(String(version)) ? `ipv${String(version)}` : undefined)([])],

  ['isString', says({ type: 'string' })],
  ['isNumber', numberMeaning],
  ['isInt', says({ type: 'integer' })],
  ['isBoolean', says({ type: 'boolean' })],
  ['isArray', says({ type: 'array' })],
  ['isObject', says({ type: 'object' })],
  ['isDate', date],
  ['minDate', date],
  ['maxDate', date],

  ['isIn', ([values]) => choice(Array.isArray(values) ? values : [])],
  ['isEnum', ([entity]) => choice(enumValues(entity))],
  ['equals', ([value]) => choice([value])],
  ['isNotIn', ([values]) => ({ schema: noneOf(values, (list) => ({ not: list })) })],
  ['notEquals', ([value]) => ({ schema: noneOf([value], (list) => ({ not: list })) })],
  ['isEmpty', says({ enum: ['', null] })],
  ['isNotEmpty', () => ({ about: 'filled' })],
  ['isDefined', () => ({ about: 'defined' })],

  ['isLength', ([min, max]) => ({ schema: { type: 'string', ...count('minLength', min), ...count('maxLength', max) } })],
  ['minLength', ([min]) => ({ schema: { type: 'string', ...count('minLength', min) } })],
  ['maxLength', ([max]) => ({ schema: { type: 'string', ...count('maxLength', max) } })],
  ['matches', patternMeaning],
  ['contains', ([seed]) => seedMeaning(seed, (pattern) => ({ type: 'string', pattern }))],
  ['notContains', ([seed]) => seedMeaning(seed, (pattern) => ({ type: 'string', not: { pattern } }))],

  ['min', limit('minimum', 'number')],
  ['max', limit('maximum', 'number')],
  ['isPositive', says({ type: 'number', exclusiveMinimum: 0 })],
  ['isNegative', says({ type: 'number', exclusiveMaximum: 0 })],
  ['isDivisibleBy', divisorMeaning],
  ['isLatitude', onlyAsked],
  ['isLongitude', onlyAsked],

  ['arrayNotEmpty', says({ type: 'array', minItems: 1 })],
  ['arrayMinSize', limit('minItems', 'array')],
  ['arrayMaxSize', limit('maxItems', 'array')],
  ['arrayUnique', () => ({ schema: { type: 'array' }, about: 'unique', isPartial: true })],
  ['arrayContains', containsMeaning],
  ['arrayNotContains', ([values]) => ({ schema: { type: 'array', ...noneOf(values, (list) => ({ not: { contains: list } })) } })],
  ['isNotEmptyObject', objectMeaning],
  ['isInstance', onlyAsked],
]);

function numberMeaning([options]: readonly unknown[]): RuleMeaning {
  // Fractions of two have no exact decimal places, so `multipleOf: 0.01` would refuse some that are meant.
  const hasPlaces = typeof options === 'object' && options !== null && 'maxDecimalPlaces' in options;
  return { schema: { type: 'number' }, isPartial: hasPlaces };
}

function patternMeaning([pattern, modifiers]: readonly unknown[]): RuleMeaning {
  const isExpression = Object.prototype.toString.call(pattern) === '[object RegExp]';
  const flags = isExpression ? (pattern as RegExp).flags : typeof modifiers === 'string' ? modifiers : ''; // another realm's too
  const source = isExpression ? (pattern as RegExp).source : String(pattern);
  const isSayable = [...flags].every((flag) => 'dgu'.includes(flag));
  return isSayable ? { schema: { type: 'string', pattern: source } } : { schema: { type: 'string' }, isPartial: true };
}

function seedMeaning(seed: unknown, schema: (pattern: string) => JsonSchema): RuleMeaning {
  if (typeof seed !== 'string' || seed === '') return { schema: { type: 'string' }, isPartial: true };
  return { schema: schema(seed.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&')) };
}

function divisorMeaning([divisor]: readonly unknown[]): RuleMeaning {
  if (typeof divisor !== 'number' || !Number.isInteger(divisor) || divisor === 0) return { schema: { type: 'number' }, isPartial: true };
  return { schema: { type: 'number', multipleOf: Math.abs(divisor) } };
}

function containsMeaning([values]: readonly unknown[]): RuleMeaning {
  const wanted = Array.isArray(values) ? values : [];
  if (plainValues(wanted).length < new Set(wanted).size) return { impossible: 'asks for items that JSON cannot say' };
  return { schema: { type: 'array', allOf: wanted.map((value: unknown) => ({ contains: { enum: [value] } })) } };
}

function objectMeaning([options]: readonly unknown[]): RuleMeaning {
  const looksInside = typeof options === 'object' && options !== null && 'nullable' in options && options.nullable === false;
  return { schema: { type: 'object', minProperties: 1 }, isPartial: looksInside };
}

function count(keyword: 'minLength' | 'maxLength', value: unknown): JsonSchema {
  if (typeof value !== 'number') return {};
  return { [keyword]: Math.max(0, keyword === 'minLength' ? Math.ceil(value) : Math.floor(value)) };
}

/** A schema over the list of values that may not be; an empty list forbids nothing. */
function noneOf(values: unknown, schema: (list: JsonSchema) => JsonSchema): JsonSchema {
  const plain = plainValues(Array.isArray(values) ? values : []);
  return plain.length === 0 ? {} : schema({ enum: plain });
}

/** A choice of values, with their type where they share one: models read it first. */
function choice(values: readonly unknown[]): RuleMeaning {
  const plain = plainValues(values);
  if (plain.length === 0) return { impossible: 'allows no value that JSON can say' };
  const types = new Set(plain.map((value) => (value === null ? 'null' : typeof value)));
  const [type] = types;
  return { schema: { ...(types.size === 1 && type !== 'null' ? { type } : {}), enum: plain } };
}

/** Values that are equal by `===` as JSON: objects never are. */
function plainValues(values: readonly unknown[]): readonly JsonValue[] {
  const isPlain = (value: unknown): value is JsonValue =>
    value === null || typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
  return [...new Set(values)].filter(isPlain);
}

/** The values of an enum; of one with numbers not the names, which TypeScript keeps as values too. */
function enumValues(entity: unknown): readonly unknown[] {
  if (typeof entity !== 'object' || entity === null) return [];
  const members = entity as Readonly<Record<string, unknown>>;
  return Object.entries(members)
    .filter(([key, value]) => !(typeof value === 'string' && typeof members[value] === 'number' && String(members[value]) === key))
    .map(([, value]) => value);
}
