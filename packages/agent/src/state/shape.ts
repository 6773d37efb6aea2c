/** What is wrong with a value: where, and what was expected there. Undefined for a value that fits. */
export type Shape = (value: unknown, path: string) => string | undefined;

/** Text. */
export const text: Shape = (value, path) => (typeof value === 'string' ? undefined : wrong(path, value, 'text'));

/** True or false. */
export const flag: Shape = (value, path) => (typeof value === 'boolean' ? undefined : wrong(path, value, 'true or false'));

/** A finite number. */
export const number: Shape = (value, path) =>
  typeof value === 'number' && Number.isFinite(value) ? undefined : wrong(path, value, 'a number');

/** A whole number from 0. */
export const count: Shape = (value, path) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : wrong(path, value, 'a whole number from 0');

/** Any JSON object. */
export const object: Shape = (value, path) => (isObject(value) ? undefined : wrong(path, value, 'an object'));

/** One of these words. */
export function word(...words: readonly unknown[]): Shape {
  return (value, path) =>
    words.includes(value) ? undefined : wrong(path, value, `one of ${words.map((each) => JSON.stringify(each)).join(', ')}`);
}

/** A list whose items have one shape. */
export function list(item: Shape): Shape {
  return (value, path) => {
    if (!Array.isArray(value)) return wrong(path, value, 'a list');
    return firstProblem(value.length, (at) => item(value[at], `${path}[${at}]`));
  };
}

/** Text of 1 to `max` characters that is not only white space. */
export function words(max: number): Shape {
  return (value, path) => {
    if (typeof value !== 'string' || !/\S/.test(value)) return wrong(path, value, 'text that says something');
    return Array.from(value).length > max ? `${path} is longer than ${max} characters` : undefined;
  };
}

/** A list of at most `max` items of one shape. */
export function listUpTo(max: number, item: Shape): Shape {
  const items = list(item);
  return (value, path) => (Array.isArray(value) && value.length > max ? `${path} has more than ${max} items` : items(value, path));
}

/** A list of exactly these. */
export function tuple(...items: readonly Shape[]): Shape {
  return (value, path) => {
    if (!Array.isArray(value) || value.length !== items.length) return wrong(path, value, `a list of ${items.length}`);
    return firstProblem(items.length, (at) => items[at]?.(value[at], `${path}[${at}]`));
  };
}

/** An object with at least these members; a `?` after a name says that it may be missing. */
export function open(members: Readonly<Record<string, Shape>>): Shape {
  const fields = Object.entries(members).map(([name, shape]) => ({ name: name.replace(/\?$/, ''), shape, optional: name.endsWith('?') }));
  return (value, path) => {
    if (!isObject(value)) return wrong(path, value, 'an object');
    for (const { name, shape, optional } of fields) {
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      if (given === undefined && optional) continue;
      const problem = given === undefined ? `${path}.${name} is missing` : shape(given, `${path}.${name}`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

/** An object with any members, all of one shape. */
export function record(member: Shape): Shape {
  return (value, path) => {
    if (!isObject(value)) return wrong(path, value, 'an object');
    const members = Object.entries(value);
    return firstProblem(members.length, (at) => member(members[at]?.[1], `${path}.${members[at]?.[0]}`));
  };
}

/** An object with exactly these members. */
export function exactly(members: Readonly<Record<string, Shape>>): Shape {
  const names = Object.keys(members).map((name) => name.replace(/\?$/, ''));
  const inside = open(members);
  return (value, path) => {
    const problem = inside(value, path);
    const extra = problem === undefined ? Object.keys(value as object).find((name) => !names.includes(name)) : undefined;
    return extra === undefined ? problem : `${path}.${extra} is not known`;
  };
}

/** One of several objects, told apart by the word in one member. */
export function either(member: string, shapes: Readonly<Record<string, Shape>>): Shape {
  return (value, path) => {
    if (!isObject(value)) return wrong(path, value, 'an object');
    const kind = value[member];
    const shape = typeof kind === 'string' && Object.hasOwn(shapes, kind) ? shapes[kind] : undefined;
    return shape === undefined ? word(...Object.keys(shapes))(kind, `${path}.${member}`) : shape(value, path);
  };
}

/** A value that has at least one of these shapes. */
export function anyOf(expected: string, ...shapes: readonly Shape[]): Shape {
  return (value, path) => (shapes.some((shape) => shape(value, path) === undefined) ? undefined : wrong(path, value, expected));
}

function firstProblem(length: number, problemAt: (at: number) => string | undefined): string | undefined {
  for (let at = 0; at < length; at++) {
    const problem = problemAt(at);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(path: string, value: unknown, expected: string): string {
  const given = value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  return `${path} is ${typeof value === 'string' && value.length < 40 ? JSON.stringify(value) : given}, expected ${expected}`;
}
